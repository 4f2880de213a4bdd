import { repeatedKeys as repeatedIn } from '@svc/twin-kit/repeated-keys';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Document as YamlDocument } from 'yaml';
import { lineFinder } from './line-finder.ts';
import type { CodeBlock, Section } from './markdown.ts';
import { fatal, type Place, type Problem, remark } from './problem.ts';
import { yamlFaults } from './yaml-faults.ts';

/** What a fenced block holds, and where each part of it stands. */
export interface Block {
  value: unknown;
  line: number;
  /** Of a value, by the steps that lead to it; of the nearest that is there, where it isn't. */
  placeOf(steps: readonly PropertyKey[]): Place;
}

export interface ReadBlock {
  block?: Block;
  problems: Problem[];
}

const start = ({ line }: { line: number }): Place => ({ line, column: 1 });

/** The one block of a section. */
export function readOnlyBlock(section: Section, languages: readonly string[]): ReadBlock {
  const yaml = languages.includes('json') ? 'json or yaml' : 'yaml';
  const wanted = `"## ${section.name}" holds one fenced ${yaml} block`;
  const [block, second] = section.blocks;
  if (!block) return { problems: [fatal('block-missing', start(section), `${wanted}, but there is none`, '```yaml … ```')] };
  const problems: Problem[] = [];
  if (second) problems.push(fatal('block-extra', start(second), `${wanted}, but there is a second one`, 'both in one block'));
  if (!block.closed) {
    const message = 'this block has no end, so all that follows belongs to it';
    problems.push(remark('error', 'unclosed-block', start(block), message, '``` on a line of its own after the block'));
  }
  if (!languages.includes(block.language)) {
    const found = block.language === '' ? 'one without a language' : block.language;
    problems.push(fatal('block-language', start(block), `${wanted}, not ${found}`, '```yaml'));
    return { problems };
  }
  const read = block.language === 'json' ? readJson(block) : readYaml(block);
  return { ...read, problems: [...problems, ...read.problems] };
}

function readJson(block: CodeBlock): ReadBlock {
  try {
    const value: unknown = JSON.parse(block.value);
    return { block: { value, line: block.line, placeOf: places(block) }, problems: repeatedKeys(block) };
  } catch (error) {
    const { message } = error as Error;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? commaBeforeEnd(block.value) ?? block.value.trimEnd().length);
    return { problems: [fatal('not-json', placesIn(block)(at), `not JSON: ${message}`, jsonAdvice(block.value, at))] };
  }
}

/** Where a bracket closes after a comma that nothing follows: there the engine doesn't say where it stopped. */
function commaBeforeEnd(text: string): number | undefined {
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (quoted) => '"'.repeat(quoted.length));
  const found = /,\s*[\]}]/.exec(bare);
  return found ? found.index + found[0].length - 1 : undefined;
}

function jsonAdvice(text: string, at: number): string {
  const [before, here] = [text.slice(0, at).trimEnd(), text.slice(at)];
  if (/^[\]}]/.test(here) && before.endsWith(',')) return 'leave out the comma before the bracket';
  if (/^[“”„‟‘’«»]/.test(here)) return 'straight quotation marks: "…"';
  if (here.startsWith("'")) return 'double quotation marks: "…"';
  if (/^(\/[/*]|#)/.test(here)) return 'leave out the comment, or make it a ```yaml block, which may have some';
  if (/^[A-Za-z_]/.test(here)) return 'names and texts in double quotation marks: "…"';
  if (/^["{[]/.test(here)) return 'a comma before it';
  return before === text.trimEnd() ? 'the brackets that are still open, closed' : 'a ```yaml block, which asks for fewer marks';
}

/** JSON takes the last of two values by one name without a word. */
function repeatedKeys(block: CodeBlock): Problem[] {
  const { contents } = parseDocument(block.value, { prettyErrors: false, uniqueKeys: false });
  const placeOf = placesIn(block);
  const message = 'this name stands here twice, and only the last one counts';
  return repeatedIn(contents).map(({ at }) => remark('warning', 'not-json', placeOf(at), message, 'one of the two'));
}

function readYaml(block: CodeBlock): ReadBlock {
  const faults = yamlFaults(block.value);
  if (faults.length > 0) {
    const placeOf = placesIn(block);
    return {
      problems: faults.map(({ at, message, advice }) => fatal('not-yaml', placeOf(at), `not YAML: ${message}`, advice)),
    };
  }
  const document = parseDocument(block.value, { prettyErrors: false, uniqueKeys: false });
  try {
    return { block: { value: document.toJS(), line: block.line, placeOf: places(block) }, problems: [] };
  } catch (error) {
    return {
      problems: [fatal('not-yaml', start(block), `not YAML: ${(error as Error).message}`, 'without anchors and aliases')],
    };
  }
}

/** Where a character of a block stands in the document: the block begins below its fence. */
function placesIn({ value, line: fence }: CodeBlock): (at: number) => Place {
  const find = lineFinder(value);
  return (at) => {
    const { line, column } = find(at);
    return { line: fence + line + 1, column };
  };
}

function places(block: CodeBlock): Block['placeOf'] {
  let parsed: { document: YamlDocument; lines: LineCounter } | undefined;
  return (steps) => {
    parsed ??= withLines(block.value);
    const offset = offsetOf(parsed.document, steps);
    if (offset === undefined) return start(block);
    const { line, col } = parsed.lines.linePos(offset);
    return { line: block.line + line, column: col };
  };
}

function withLines(text: string): { document: YamlDocument; lines: LineCounter } {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false }), lines };
}

/** Where the deepest of the steps that is there begins: by its name in an object, by itself in a list. */
function offsetOf(document: YamlDocument, steps: readonly PropertyKey[]): number | undefined {
  let node: unknown = document.contents;
  let offset = (node as Node | null)?.range?.[0];
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (!pair) return offset;
      offset = (pair.key as Node | null)?.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      if (!item) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
