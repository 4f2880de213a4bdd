import { distance } from 'fastest-levenshtein';

/** Longer names are compared by their beginning only. */
const COMPARED = 100;
/** One letter in so many may be another one. */
const LETTERS_PER_FAULT = 3;
/** From so many letters on the beginning of a name stands for it. */
const SHORTEST_BEGINNING = 3;

const plain = (name: string): string =>
  name
    .slice(0, COMPARED)
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '');

/** Of several names the one that was probably meant by another spelling; undefined where none is like it. */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  const spelled = plain(wanted);
  if (spelled === '') return undefined;
  const most = Math.max(1, Math.floor(spelled.length / LETTERS_PER_FAULT));
  let best: { name: string; faults: number } | undefined;
  for (const name of names) {
    const candidate = plain(name);
    const faults = isSwap(spelled, candidate) ? 1 : distance(spelled, candidate);
    if (candidate !== '' && faults <= most && faults < candidate.length && (!best || faults < best.faults))
      best = { name, faults };
  }
  return best?.name ?? begun(spelled, names);
}

/** Do two words differ by two neighbours that changed places? That is one slip, not two. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  const swapped = at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at];
  return swapped && one.slice(at + 2) === other.slice(at + 2);
}

/** The only name that begins so. */
function begun(spelled: string, names: Iterable<string>): string | undefined {
  if (spelled.length < SHORTEST_BEGINNING) return undefined;
  const found = [...names].filter((name) => plain(name).startsWith(spelled));
  return found.length === 1 ? found[0] : undefined;
}
