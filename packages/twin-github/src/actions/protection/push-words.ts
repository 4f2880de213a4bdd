import type { Violations } from '../../errors.ts';
import type { GithubContext, Repository } from '../../world.ts';

const listed = (reasons: readonly string[]): string[] => reasons.flatMap((reason) => ['', `- ${reason}`]);

/**
 * What git shows of a ref that rules keep where it is, as GitHub tells it:
 * https://github.com/ietf-tools/xml2rfc/issues/1251, https://github.com/yshavit/mdq/pull/255
 */
export function wordsOf(
  { links }: Pick<GithubContext, 'links'>,
  { full_name }: Readonly<Repository>,
  { ref, protection, rulesets }: Violations,
): string[] {
  if (rulesets.length === 0) return [`error: GH006: Protected branch update failed for ${ref}.`, ...listed(protection)];
  const address = links.to(`/${full_name}/rules?ref=${encodeURIComponent(ref)}`);
  return [
    `error: GH013: Repository rule violations found for ${ref}.`,
    `Review all repository rules at ${address}`,
    ...listed([...new Set([...rulesets, ...protection])]),
    '',
  ];
}

/** What git says of the ref itself. */
export const reasonOf = ({ rulesets }: Violations): string =>
  rulesets.length === 0 ? 'protected branch hook declined' : 'push declined due to repository rule violations';

/** What who may pass over rules is told: https://github.com/google/zerocopy/issues/186 */
export const passedWords = (ref: string, passed: readonly string[]): string[] =>
  passed.length === 0 ? [] : [`Bypassed rule violations for ${ref}:`, ...listed(passed), ''];
