import type { CheckCase } from '@svc/twin-kit/testing';
import type { Run } from './world.ts';

/** Why an evasion can't be tried, or is what the sentence allows. */
export const ONE_CALL = 'a call of Stripe does one thing';
export const ONE_DOOR = 'what undoes it has one door';
export const NO_NAME = 'the sentence names nothing that can be renamed';
export const FIXED = 'ids never change';
export const NO_EDIT = 'the sentence is about what the object has, however it came to have it';
export const LASTING = 'what was done cannot be taken back';
export const AT_THE_END = 'the sentence is about what is so at the end';
export const ANY = 'whatever it is about would make the sentence true';
export const NOTHING_OLDER = 'nothing older can come to be it';

interface Proof {
  args?: Readonly<Record<string, string>>;
  good: Run;
  bad?: Run;
  evidence: RegExp;
  /** Undone by a later call. */
  back: Run | string;
  /** Over MCP. */
  door: Run | string;
  rename?: Run | string;
  edit?: Run | string;
  /** The same of something that is easily taken for it. */
  alike: Run | string;
}

/** The cases of a check; nothing is done in the bad run unless it says what. */
export const proof = ({
  args = {},
  good,
  bad = [],
  evidence,
  back,
  door,
  rename = NO_NAME,
  edit = NO_EDIT,
  alike,
}: Proof): CheckCase<Run> => ({
  args,
  good,
  bad,
  evidence,
  evasions: {
    'taken back in the same call': ONE_CALL,
    'taken back later': back,
    'through another door': door,
    'after a rename': rename,
    'by an edit of something older': edit,
    'on a look-alike': alike,
  },
});
