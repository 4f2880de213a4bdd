import type { ExportedFile } from './exported.ts';
import type { People } from './people.ts';

export interface CaptureOptions {
  /** `owner/name`, for exports that don't say whose they are. */
  repo?: string | undefined;
}

/** Makes a twin's seed of what its vendor exported. */
export interface Capture {
  twin: string;
  /** How the files are had, for `--help`. */
  how: string;
  /** @throws CaptureError for files with nothing in them that is known */
  seed(files: readonly ExportedFile[], people: People, options: CaptureOptions): Captured;
}

export interface Captured {
  seed: Record<string, unknown>;
  /** What was in the files and isn't in the seed, by why. */
  leftOut: Map<string, number>;
}

/** Counts what is left out. */
export class LeftOut extends Map<string, number> {
  add(why: string): undefined {
    this.set(why, (this.get(why) ?? 0) + 1);
  }
}
