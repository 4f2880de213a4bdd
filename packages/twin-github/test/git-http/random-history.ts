import type { Chance } from '@svc/twin-kit/testing';

const FILES = ['a.txt', 'b.txt', 'dir/c.txt', 'dir/deep/d.bin', '\u00fc.txt'];
const LINES = 12;
const WHO = 'Mona <mona@example.com>';
const START = 1_767_323_045;

/** A history of two branches, told step by step in the language of `git fast-import`. */
export class History {
  readonly one: string;
  readonly other: string;
  readonly #number: number;
  readonly #chance: Chance;
  #commits = 0;
  /** What stands in each file of each branch. */
  readonly #files = new Map<string, Map<string, string[]>>();
  readonly #marks = new Map<string, number[]>();
  /** Tags since the last push: git is told of each once. */
  #tagged = new Set<string>();

  constructor(number: number, chance: Chance) {
    this.#number = number;
    this.#chance = chance;
    this.one = `h${number}/one`;
    this.other = `h${number}/other`;
  }

  /** The next commits, of which some go on, some begin anew, and some bring both branches together; and a tag now and then. */
  goOn(): string {
    this.#tagged = new Set();
    if (this.#commits === 0) return this.#begin();
    const steps = Array.from({ length: 1 + this.#chance.below(3) }, () =>
      this.#step(this.#chance.maybe(0.5) ? this.one : this.other),
    );
    return steps.join('');
  }

  #begin(): string {
    const first = this.#commit(this.one, { from: null, files: new Map(FILES.slice(0, 3).map((path) => [path, this.#text()])) });
    return first + this.#forkFrom(this.one) + this.#step(this.one) + this.#step(this.other);
  }

  #forkFrom(branch: string): string {
    const from = this.#marks.get(branch)?.at(-1);
    return this.#commit(this.other, { from: from ?? null, files: this.#changed(branch) });
  }

  #step(branch: string): string {
    const tag = this.#chance.maybe(0.15) ? this.#tag(branch) : '';
    const marks = this.#marks.get(branch) ?? [];
    // Back to an earlier commit, from where it goes on as it is: what git takes by force only.
    const back = this.#chance.maybe(0.15) ? marks.at(-2) : undefined;
    const sides = this.#chance.maybe(0.15) ? this.#marks.get(branch === this.one ? this.other : this.one)?.at(-1) : undefined;
    return tag + this.#commit(branch, { from: back ?? marks.at(-1) ?? null, merge: sides, files: this.#changed(branch) });
  }

  #changed(branch: string): Map<string, string[]> {
    const files = new Map(this.#files.get(branch));
    const path = this.#chance.of(FILES) as string;
    if (this.#chance.maybe(0.1) && files.size > 1) files.delete(path);
    else files.set(path, this.#edited(files.get(path)));
    return files;
  }

  #text = (): string[] => Array.from({ length: LINES }, (_, line) => `line ${line} ${this.#chance.below(9)}\n`);

  #edited(lines: readonly string[] | undefined): string[] {
    if (!lines) return this.#text();
    return lines.with(this.#chance.below(lines.length), `edited ${this.#chance.below(1000)}\n`);
  }

  #commit(
    branch: string,
    { from, merge, files }: { from: number | null; merge?: number | undefined; files: Map<string, string[]> },
  ): string {
    this.#commits += 1;
    const mark = this.#number * 1_000 + this.#commits;
    this.#files.set(branch, files);
    this.#marks.set(branch, [...(this.#marks.get(branch) ?? []), mark]);
    const message = `Commit ${this.#commits}\n`;
    const lines = [
      from === null ? `reset refs/heads/${branch}` : '',
      `commit refs/heads/${branch}`,
      `mark :${mark}`,
      `committer ${WHO} ${START + this.#commits + (this.#chance.maybe(0.1) ? -100 : 0)} +0130`,
      `${data(message)}${from === null ? '' : `from :${from}\n`}${merge === undefined ? '' : `merge :${merge}\n`}deleteall`,
      ...[...files].map(([path, text]) => `M 100644 inline ${path}\n${data(text.join(''))}`),
      '',
    ];
    return lines.filter((line, at) => line !== '' || at > 0).join('\n');
  }

  #tag(branch: string): string {
    const mark = this.#marks.get(branch)?.at(-1);
    const name = `t${this.#number}-${this.#chance.below(3)}`;
    if (this.#tagged.has(name)) return '';
    this.#tagged.add(name);
    if (this.#chance.maybe(0.5)) return `reset refs/tags/${name}\nfrom :${mark}\n\n`;
    return `tag ${name}\nfrom :${mark}\ntagger ${WHO} ${START + this.#commits} +0000\n${data('A tag\n')}`;
  }
}

const data = (content: string): string => `data ${Buffer.byteLength(content)}\n${content}`;
