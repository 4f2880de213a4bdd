import { NotFound, Unsupported, ValidationFailed } from '../../errors.ts';
import type { Advisory } from '../../world.ts';
import type { HasWorld } from '../access.ts';
import { dateInRange, isDateRange } from '../search/match.ts';

export interface AdvisoryFilter {
  ghsa_id?: string | undefined;
  type?: Advisory['type'] | undefined;
  cve_id?: string | undefined;
  ecosystem?: string | undefined;
  severity?: Advisory['severity'] | undefined;
  cwes?: readonly string[] | undefined;
  is_withdrawn?: boolean | undefined;
  /** Names of packages. */
  affects?: readonly string[] | undefined;
  /** Dates or ranges of dates. */
  published?: string | undefined;
  updated?: string | undefined;
  modified?: string | undefined;
  sort?: 'updated' | 'published' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** "CWE-79" is written "79" too. */
const weakness = (text: string): string => text.toUpperCase().replace(/^(CWE-)?/, 'CWE-');

/** @throws ValidationFailed, Unsupported: which versions an advisory is about is told in words of each ecosystem. */
function requireReadable({ affects = [], ...filter }: AdvisoryFilter): void {
  for (const field of ['published', 'updated', 'modified'] as const)
    if (filter[field] !== undefined && !isDateRange(filter[field])) throw new ValidationFailed([`${field} is not a date`]);
  // The name of a package may begin with the sign.
  if (affects.some((one) => one.includes('@', 1))) throw new Unsupported('versions in "affects"');
}

function isWanted(one: Readonly<Advisory>, filter: AdvisoryFilter): boolean {
  const { ghsa_id, type = 'reviewed', cve_id, ecosystem, severity, cwes, is_withdrawn, affects } = filter;
  const { published, updated, modified } = filter;
  const isWithin = (range: string | undefined, ...dates: string[]): boolean =>
    range === undefined || dates.some((date) => dateInRange(date, range));
  return (
    (ghsa_id === undefined || one.ghsa_id.toLowerCase() === ghsa_id.toLowerCase()) &&
    one.type === type &&
    (cve_id === undefined || one.cve_id?.toLowerCase() === cve_id.toLowerCase()) &&
    (ecosystem === undefined || one.vulnerabilities.some((each) => each.package.ecosystem === ecosystem)) &&
    (severity === undefined || one.severity === severity) &&
    (cwes === undefined || one.cwes.some(({ cwe_id }) => cwes.some((id) => weakness(id) === cwe_id))) &&
    (!is_withdrawn || one.withdrawn_at !== null) &&
    (affects === undefined || one.vulnerabilities.some((each) => affects.includes(each.package.name))) &&
    isWithin(published, one.published_at) &&
    isWithin(updated, one.updated_at) &&
    isWithin(modified, one.published_at, one.updated_at)
  );
}

/** Of GitHub's database, those that were reviewed unless others are asked for. @throws ValidationFailed, Unsupported */
export function listAdvisories({ world }: HasWorld, filter: AdvisoryFilter = {}): readonly Readonly<Advisory>[] {
  requireReadable(filter);
  const { sort = 'published', direction = 'desc' } = filter;
  const dateOf = (one: Readonly<Advisory>): string => (sort === 'updated' ? one.updated_at : one.published_at);
  const found = [...world.advisories.values()].filter((one) => isWanted(one, filter));
  const sorted = found.toSorted((one, other) => (dateOf(one) < dateOf(other) ? -1 : dateOf(one) > dateOf(other) ? 1 : 0));
  return direction === 'asc' ? sorted : sorted.toReversed();
}

/** @throws NotFound */
export function getAdvisory({ world }: HasWorld, ghsaId: string): Readonly<Advisory> {
  const advisory = [...world.advisories.values()].find(({ ghsa_id }) => ghsa_id.toLowerCase() === ghsaId.toLowerCase());
  if (!advisory) throw new NotFound();
  return advisory;
}
