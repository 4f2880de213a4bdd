import { type Block, readOnlyBlock } from './blocks.ts';
import { readConfig } from './config.ts';
import { readCriteria } from './criteria.ts';
import { type Document, readDocument, type Section } from './markdown.ts';
import { byPlace, fatal, type Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import { duplicates, looksLikeScenario, type SectionName, sectionsOf, strayHeadings } from './sections.ts';

/** A scenario as far as it can be read, with all that is wrong with the document. */
export interface Survey {
  scenario: Scenario;
  /** In the order of the lines. */
  problems: Problem[];
  /** The lines that the criteria begin on, in their order. */
  criterionLines: readonly number[];
  /** The lines that the sections begin on. */
  sectionLines: ReadonlyMap<SectionName, number>;
  seed?: Block;
  config?: Block;
  /** The twins that Config probably means, where it doesn't say so. */
  twinsMeant?: readonly string[];
  /** Has it sections that only scenarios have? */
  looksLikeScenario: boolean;
}

/** Reads all of a scenario; what is wrong in one place hides nothing in another. */
export function surveyScenario(markdown: string): Survey {
  const document = readDocument(markdown);
  const sections = sectionsOf(document);
  const config = readConfig(sections.get('Config'));
  const criteria = readCriteria(sections.get('Success Criteria'), config.config.twins);
  const seed = readSeed(sections.get('Seed State'));
  const problems = [
    ...duplicates(document),
    ...strayHeadings(document, sections),
    ...config.problems,
    ...criteria.problems,
    ...seed.problems,
  ].sort(byPlace);
  return {
    scenario: {
      title: document.title,
      prompt: sections.get('Prompt')?.text || null,
      setup: sections.get('Setup')?.text || null,
      expectedBehavior: sections.get('Expected Behavior')?.text || null,
      criteria: criteria.criteria,
      seedState: seed.seedState,
      config: config.config,
    },
    problems,
    criterionLines: criteria.lines,
    sectionLines: new Map([...sections].map(([name, { line }]) => [name, line])),
    ...(seed.block && { seed: seed.block }),
    ...(config.block && { config: config.block }),
    ...(config.twinsMeant && { twinsMeant: config.twinsMeant }),
    looksLikeScenario: looksLikeScenario(document),
  };
}

export interface ReadSeed {
  seedState: Record<string, unknown> | undefined;
  block?: Block;
  problems: Problem[];
}

export function readSeed(section: Section | undefined): ReadSeed {
  if (!section) return { seedState: undefined, problems: [] };
  const { block, problems: found } = readOnlyBlock(section, ['json', 'yaml', 'yml']);
  const problems = found.map((problem): Problem => ({ ...problem, seed: true }));
  if (!block) return { seedState: undefined, problems };
  if (isObject(block.value)) return { seedState: block.value, block, problems };
  const place = { line: block.line, column: 1 };
  const problem = fatal('seed-not-object', place, 'the seed must be an object', 'the twin’s lists by their names');
  return { seedState: undefined, problems: [...problems, { ...problem, seed: true }] };
}

/** The world of a document and what is wrong with it, whatever else stands there. */
export function surveySeed(document: Document): ReadSeed {
  const read = readSeed(sectionsOf(document).get('Seed State'));
  const twice = duplicates(document).filter((problem) => problem.seed);
  return { ...read, problems: [...twice, ...read.problems].sort(byPlace) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
