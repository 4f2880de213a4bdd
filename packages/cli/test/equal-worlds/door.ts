import type { Deed, DeedName, DeedOf } from './plan.ts';

/** What a door does by itself, deed by deed; it throws what it was refused with. */
export type Deeds = { [N in DeedName]?: (deed: DeedOf<N>) => Promise<unknown> };

/** A way into a world. */
export interface Door {
  deeds: Deeds;
  close?(): Promise<void>;
}

/** The address and the bearer of a twin. */
export interface Place {
  url: string;
  token: string;
}

/** Does a deed by the first of the doors that has it. @returns which one that was */
export async function carryOut(doors: readonly Door[], deed: Deed): Promise<number> {
  for (const [at, { deeds }] of doors.entries()) {
    const how = deeds[deed.do] as ((deed: Deed) => Promise<unknown>) | undefined;
    if (!how) continue;
    await how(deed);
    return at;
  }
  throw new Error(`no door for ${deed.do}`);
}
