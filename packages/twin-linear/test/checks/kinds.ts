import type { CheckCase } from '@svc/twin-kit/testing';
import { ID, KEYS_SWAPPED, type Run, type Step, send, use } from './world.ts';

/** Why an evasion can't be tried. */
export const ONE_DOOR = 'what undoes it has one door';
export const NO_NAME = 'the sentence names nothing that can be renamed';
export const NO_EDIT = 'the sentence is about what the issue has, however it came to have it';
export const ANYTHING = 'whatever it is about would make the sentence true';

interface Property {
  args: Readonly<Record<string, string>>;
  /** The fields of a mutation that make the sentence true of an issue. */
  set(issue: string): readonly string[];
  /** The fields that make it untrue of ENG-1 again. */
  unset: readonly string[];
  /** The same through MCP: input of `save_issue`. */
  unsetTool?: object;
  /** By default nothing is done. */
  bad?: Run;
  evidence: RegExp;
  /** The same thing of OPS-1 after the keys of teams were swapped; by default what `set` does. */
  setOps?: readonly string[] | string;
  edit?: Run | string;
  /** By default the same of ENG-2. */
  lookAlike?: Run | string;
  /** Beside the swap of keys, a name in the sentence that changes hands. */
  rename?: Run;
}

/** A sentence on what ENG-1 has at the end. */
export function property({
  args,
  set,
  unset,
  unsetTool,
  bad = [],
  evidence,
  setOps,
  edit = NO_EDIT,
  lookAlike,
  rename,
}: Property): CheckCase<Run> {
  const swapped = setOps ?? set(ID.backup);
  return {
    args: { issue: 'ENG-1', ...args },
    good: [send(...set('ENG-1'))],
    bad,
    evidence,
    evasions: {
      'taken back in the same call': [send(...set('ENG-1'), ...unset)],
      'taken back later': [send(...set('ENG-1')), send(...unset)],
      'through another door': unsetTool ? [send(...set('ENG-1')), use('save_issue', { id: 'ENG-1', ...unsetTool })] : ONE_DOOR,
      'after a rename': rename ?? (typeof swapped === 'string' ? swapped : [send(...KEYS_SWAPPED), send(...swapped)]),
      'by an edit of something older': edit,
      'on a look-alike': lookAlike ?? [send(...set('ENG-2'))],
    },
  };
}

/** Runs in which something was done and undone, by one document, two, or both doors. */
export const undone = (done: readonly string[], undo: readonly string[], tool?: Step) => ({
  'taken back in the same call': [send(...done, ...undo)],
  'taken back later': [send(...done), send(...undo)],
  'through another door': tool ? [send(...done), tool] : ONE_DOOR,
});
