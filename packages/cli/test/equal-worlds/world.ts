import { createHash } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: a state is read as the JSON that it is
type Json = any;
type Record_ = Record<string, Json>;

export type State = Record<string, Record_[]>;

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const SHA = /\b[0-9a-f]{40}\b/g;

/** Names for commits that say all that a commit says but its times: what is in it, who wrote it, and what it follows. */
function namesOf(commits: readonly Record_[]): Map<string, string> {
  const byId = new Map(commits.map((commit) => [commit.sha as string, commit]));
  const names = new Map<string, string>();
  const who = ({ name, email }: Record_) => `${name} <${email}>`;
  const name = (sha: string): string => {
    const commit = byId.get(sha);
    if (!commit) return sha;
    const known = names.get(sha);
    if (known) return known;
    const said = [commit.tree, commit.parents.map(name), who(commit.author), who(commit.committer), commit.message];
    const made = `commit:${createHash('sha1').update(JSON.stringify(said)).digest('hex').slice(0, 12)}`;
    names.set(sha, made);
    return made;
  };
  // Oldest first, so that no chain of parents is followed far.
  for (const { sha } of commits) name(sha);
  return names;
}

function plain(value: Json, commits: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((one) => plain(one, commits));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((name) => [name, plain(value[name], commits)]),
    );
  if (typeof value !== 'string') return value;
  return TIME.test(value) ? '<time>' : value.replaceAll(SHA, (sha) => commits.get(sha) ?? sha);
}

/** The records of a world without its times, and with names for commits, whose ids hold times. */
function recordsOf(state: State): Set<string> {
  const commits = namesOf(state.commits ?? []);
  return new Set(
    Object.entries(state).flatMap(([collection, records]) =>
      // git ends each message with a line end, GitHub's API none.
      records.map(({ tail: _tail, ...record }) => `${collection}: ${JSON.stringify(plain(record, commits))}`),
    ),
  );
}

/** What only one of two worlds has. */
export function differences(ours: State, theirs: State): { ours: string[]; theirs: string[] } {
  const [one, other] = [recordsOf(ours), recordsOf(theirs)];
  return { ours: [...one.difference(other)], theirs: [...other.difference(one)] };
}
