import type { Twin } from '../src/definition.ts';
import { Chance } from './chance.ts';
import { DirectWorld } from './direct-world.ts';
import type { PlainWorld, RuleBook, RuledOperation, RuledStep, RuledWorld } from './rule-book.ts';

const SHORTEST = 3;
const LONGEST = 12;
const SEED = 20_260_303;
/** Faults of different kinds that are told. */
const MOST_FAULTS = 5;
/** Worlds in which so many draws in turn find nothing are empty. */
const MOST_DRAWS = 1000;

/** What was found of a book's rules. */
export interface Findings {
  operations: number;
  landed: number;
  /** How often a rule refused something, or had consequences. */
  met: Map<string, number>;
  faults: string[];
}

/** A world that sequences run on. */
interface Begun {
  name: string;
  every: number;
  world: DirectWorld;
}

/** Draws sequences, and holds each answer and each world against the rules. */
class Trial {
  readonly #book: RuleBook;
  readonly #chance = new Chance(SEED);
  readonly #kinds = new Set<string>();
  readonly findings: Findings = { operations: 0, landed: 0, met: new Map(), faults: [] };

  constructor(book: RuleBook) {
    this.#book = book;
  }

  /** Runs one sequence on a seed's world, and takes it back. */
  async sequence({ name, world }: Begun): Promise<void> {
    const [made, past]: [RuledOperation[], RuledOperation[]] = [[], []];
    const length = SHORTEST + this.#chance.below(LONGEST - SHORTEST + 1);
    let before = world.state() as PlainWorld;
    while (made.length < length) {
      const operation = this.#drawn(before);
      made.push(operation);
      const answer = await world.call(this.#book.call(operation));
      const after = answer.wrote ? (world.state() as PlainWorld) : before;
      const fault = this.#judge({ ...operation, before, after, answer, past });
      if (fault !== undefined) {
        this.#tell(operation.does, fault, `${name}: ${fault}, after ${made.map((one) => JSON.stringify(one)).join(', ')}`);
        break;
      }
      if (this.#book.refusal(answer) === undefined) past.push(operation);
      before = after;
    }
    world.rewind();
  }

  #drawn(world: PlainWorld): RuledOperation {
    for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
      const operation = this.#book.draw(this.#chance, world);
      if (operation) return operation;
    }
    throw new Error('nothing can be drawn');
  }

  /** One of a kind is enough. */
  #tell(does: string, fault: string, words: string): void {
    const kind = `${does}: ${fault.replaceAll(/[\w-]*\d[\w-]*/g, '')}`;
    if (this.#kinds.has(kind)) return;
    this.#kinds.add(kind);
    if (this.findings.faults.length < MOST_FAULTS) this.findings.faults.push(words);
  }

  #judge(step: RuledStep): string | undefined {
    const { findings } = this;
    findings.operations += 1;
    const refusal = this.#book.refusal(step.answer);
    const against = this.#against(step);
    if (refusal !== undefined && step.answer.wrote) return `it was refused (${refusal}) and written`;
    const doubted = refusal === undefined ? undefined : this.#doubted(step, refusal);
    if (doubted !== undefined) {
      this.#meet(doubted);
      return undefined;
    }
    const named = against.filter(([, words]) => refusal?.includes(words));
    for (const rule of new Set(named.map(([name]) => name))) this.#meet(rule);
    const expected = against.map(([rule, words]) => `"${words}" (${rule})`).join(' or ');
    if (refusal === undefined && against.length > 0) return `it landed, expected was ${expected}`;
    if (refusal !== undefined && named.length === 0)
      return `it was refused with "${refusal}", expected was ${expected || 'that it lands'}`;
    if (refusal !== undefined) return undefined;
    findings.landed += 1;
    return this.#consequences(step);
  }

  /** The rules that an operation would break, each with what the vendor says then. */
  #against({ before, does, args, past }: RuledStep): [rule: string, words: string][] {
    return Object.entries({ ...this.#book.besides, ...this.#book.rules }).flatMap(([name, rule]): [string, string][] => {
      const words = rule.forbids?.({ does, args }, before, past) ?? [];
      return [words].flat().map((one) => [name, one]);
    });
  }

  /** The rule by which a refusal may be right. */
  #doubted({ before, does, args }: RuledStep, refusal: string): string | undefined {
    const rules = Object.entries({ ...this.#book.besides, ...this.#book.rules });
    return rules.find(([, { mayForbid }]) => isSaid(refusal, mayForbid?.({ does, args }, before)))?.[0];
  }

  #consequences(step: RuledStep): string | undefined {
    for (const [name, rule] of Object.entries(this.#book.rules)) {
      const followed = rule.follows?.(step);
      if (typeof followed === 'string') return `${followed} (${name})`;
      if (followed) this.#meet(name);
      const [fault] = step.answer.wrote ? (rule.faults?.(step.after) ?? []) : [];
      if (fault !== undefined) return `${fault} (${name})`;
    }
    return undefined;
  }

  #meet(rule: string): void {
    this.findings.met.set(rule, (this.findings.met.get(rule) ?? 0) + 1);
  }
}

const isSaid = (refusal: string, words: string | undefined): boolean => words !== undefined && refusal.includes(words);

/** A seed's world, with what was done in it. */
async function begun(twin: Twin, book: RuleBook, { seed, before = [] }: RuledWorld): Promise<DirectWorld> {
  const world = await DirectWorld.start(twin, seed);
  for (const operation of before) {
    const answer = await world.call(book.call(operation));
    const refusal = book.refusal(answer);
    if (refusal !== undefined) throw new Error(`${JSON.stringify(operation)} was refused: ${refusal}`);
  }
  world.settle();
  return world;
}

/** Large worlds in their turn, else one of the others. */
function chosen(worlds: readonly Begun[], made: number): Begun {
  const large = worlds.find(({ every }) => every > 1 && made % every === every - 1);
  const small = worlds.filter(({ every }) => every === 1);
  return large ?? (small[made % small.length] as Begun);
}

/** Draws so many sequences on the worlds of a book, in turn. */
export async function tried(twin: Twin, book: RuleBook, sequences: number): Promise<Findings> {
  const worlds: Begun[] = [];
  for (const [name, start] of Object.entries(book.worlds))
    worlds.push({ name, every: start.every ?? 1, world: await begun(twin, book, start) });
  const trial = new Trial(book);
  const { findings } = trial;
  for (const { name, world } of worlds)
    for (const [rule, { faults }] of Object.entries(book.rules))
      for (const fault of faults?.(world.state() as PlainWorld) ?? []) findings.faults.push(`${name}: ${fault} (${rule})`);
  for (let made = 0; made < sequences; made += 1) await trial.sequence(chosen(worlds, made));
  return findings;
}
