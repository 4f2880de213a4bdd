import { repeatedKeys } from '@svc/twin-kit/repeated-keys';
import { parseDocument, type YAMLParseError } from 'yaml';
import { lineFinder } from './line-finder.ts';

/** What keeps a text from being YAML: where, in the parser's words, and what to write instead. */
export interface YamlFault {
  /** Of the text. */
  at: number;
  message: string;
  advice: string;
}

const SAME_INDENT = 'the same number of spaces as the lines beside it';
const ALL_UNDER_ONE = 'all of it under one of the two';
const ADVICE: Readonly<Record<string, string>> = {
  BAD_INDENT: SAME_INDENT,
  BLOCK_AS_IMPLICIT_KEY: SAME_INDENT,
  MULTIPLE_DOCS: 'one document, without a line --- in it',
  MISSING_CHAR: 'the quotation mark or bracket that is still open, closed',
};
const QUOTE_IT = 'texts with : # { [ " in them in quotation marks';

/** Faults of their own, in the order of the text: after the first, the parser also stumbles over lines that are right. */
export function yamlFaults(text: string): YamlFault[] {
  const { errors, contents } = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const repeated = repeatedKeys(contents);
  if (errors.length + repeated.length === 0) return [];
  const lines = text.split('\n');
  const causes = causesOf(lines);
  const placeOf = lineFinder(text);
  const lineOf = (at: number): number => placeOf(at).line;
  const begins = beginningsOf(lines);
  const told = new Set<number>();
  const faults: YamlFault[] = [];
  const tell = (line: number, fault: YamlFault): void => {
    if (told.has(line)) return;
    told.add(line);
    faults.push(fault);
  };
  const [first] = errors;
  if (first) {
    // Where the parser gave up isn't always where it went wrong.
    const [firstLine] = causes.keys();
    const byLine = new Map(errors.toReversed().map((error) => [lineOf(error.pos[0]), error]));
    for (const [line, advice] of causes) {
      const own = line === firstLine ? first : byLine.get(line);
      tell(line, { at: begins[line] as number, message: own ? messageOf(own) : 'this line cannot be read either', advice });
    }
    if (causes.size === 0)
      tell(lineOf(first.pos[0]), { at: first.pos[0], message: messageOf(first), advice: ADVICE[first.code] ?? QUOTE_IT });
  }
  for (const { at } of repeated) tell(lineOf(at), { at, message: 'Map keys must be unique', advice: ALL_UNDER_ONE });
  return faults.sort((a, b) => a.at - b.at);
}

const messageOf = ({ message }: YAMLParseError): string => message.replace(/; please use .*/, '');

/** Where the text of each line begins. */
function beginningsOf(lines: readonly string[]): number[] {
  let before = 0;
  return lines.map((line) => {
    const at = before + (line.match(/^\s*/) as RegExpMatchArray)[0].length;
    before += line.length + 1;
    return at;
  });
}

/** Lines that are wrong by themselves or by the number of their spaces, with what to write instead. */
function causesOf(lines: readonly string[]): Map<number, string> {
  const causes = new Map<number, string>();
  const indents: number[] = [];
  let opensBlock = true;
  let depth = 0;
  let isText = false;
  let wasWrong = false;
  for (const [at, line] of lines.entries()) {
    const bare = withoutQuoted(line).replace(/(^|\s)#.*$/, '');
    if (bare.trim() === '') continue;
    const indent = (/^ */.exec(line) as RegExpExecArray)[0].length;
    // The lines of a text after | or > are anything.
    if (isText && indent > (indents.at(-1) ?? 0)) continue;
    const inBrackets = depth > 0;
    const cause = wrongSpace(line) ?? ownCause(line, bare, inBrackets);
    const outOfStep = !inBrackets && !wasWrong && !isInStep(indents, indent, opensBlock);
    if (cause !== undefined || outOfStep) causes.set(at, cause ?? SAME_INDENT);
    // What follows a wrong line may be in step with what was meant.
    wasWrong = causes.has(at);
    if (!inBrackets) {
      while ((indents.at(-1) ?? -1) > indent) indents.pop();
      for (const place of placesIn(line)) if ((indents.at(-1) ?? -1) < place) indents.push(place);
    }
    depth = Math.max(0, depth + count(bare, /[[{]/g) - count(bare, /[\]}]/g));
    isText = /[|>][+-]?\d?\s*$/.test(bare);
    opensBlock = isText || /(:|^\s*-)\s*$/.test(bare) || /^\s*(- )+\s*$/.test(bare);
  }
  return causes;
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
const withoutQuoted = (line: string): string =>
  line.replaceAll(/"(?:[^"\\]|\\.)*"|(?<![\p{L}\p{N}])'(?:[^']|'')*'/gu, (quoted) => '_'.repeat(quoted.length));

/** Where the names of a line begin: behind each "- " there is a place for further ones. */
function placesIn(line: string): number[] {
  const places = [(/^ */.exec(line) as RegExpExecArray)[0].length];
  for (let rest = /^( *)- +/.exec(line); rest; rest = /^( *)- +/.exec(line.slice(places.at(-1)))) {
    places.push((places.at(-1) as number) + rest[0].length - (places.length === 1 ? (rest[1] as string).length : 0));
  }
  return places;
}

/** Deeper only below a name that waits for what is its own, else where a line above began. */
const isInStep = (indents: readonly number[], indent: number, opensBlock: boolean): boolean =>
  indents.length === 0 || indents.includes(indent) || (opensBlock && indent > (indents.at(-1) as number));

function wrongSpace(line: string): string | undefined {
  const space = (/^[\s\u200b\u2060\ufeff]*/.exec(line) as RegExpExecArray)[0];
  if (space.includes('\t')) return 'spaces instead of the tab';
  const other = /[^ \r]/.exec(space)?.[0];
  if (other === undefined) return undefined;
  return `plain spaces instead of the character U+${(other.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

const NAME = String.raw`[A-Za-z_][\w.-]*`;
const WITHOUT_COLON = new RegExp(String.raw`^\s*(?:- +)*(${NAME})(?:\s*=\s*|:(?=\S)|\s+(?=\S))([^:]*)$`);
const NAMED = new RegExp(String.raw`^\s*(?:- +)*(${NAME}):\s+(.+)$`);

/** What is wrong with a line whatever stands around it. @param bare the line without comment, quoted texts blanked out */
function ownCause(line: string, bare: string, inBrackets: boolean): string | undefined {
  // A comment swallows the rest of a line whose bracket is still open.
  const hash = /[:,[{]\s+(#[^\s,\]}]+)/.exec(withoutQuoted(line));
  const opened = count(withoutQuoted(line), /[[{]/g) > 0;
  if (hash && (opened || inBrackets)) return `${JSON.stringify(hash[1])}, in quotation marks: after a space, # begins a comment`;
  const reserved = /(?:[:,[{-]|^)\s+([@`%][^\s,\]}]*)/.exec(bare);
  if (reserved) return `${JSON.stringify(reserved[1])}, in quotation marks: ${(reserved[1] as string)[0]} can't begin a text`;
  const apostrophe = /[:,[{-]\s+'([^',\]}]*)'(\p{L}[^',\]}]*)'/u.exec(line);
  if (apostrophe) return JSON.stringify(`${apostrophe[1]}'${apostrophe[2]}`);
  const afterQuoted = /[:,[{-]\s+_{2,}\s+[^\s,\]}#]/.exec(bare);
  if (afterQuoted) return 'quotation marks around the whole text, or a comma after it';
  if (!inBrackets) {
    const plain = outsideOfBrackets(line, bare);
    if (plain !== undefined) return plain;
  }
  if (/[[{]/.test(bare) && !/[[{,]\s*$/.test(bare)) return inFlow(bare);
  return undefined;
}

/** Of a line `name: text`. */
function outsideOfBrackets(line: string, bare: string): string | undefined {
  const [, name, value = ''] = NAMED.exec(bare) ?? [];
  const whole = line.slice(line.indexOf(': ') + 2).trim();
  if (name !== undefined) {
    if (/^- /.test(value)) return `${name}: [${value.slice(2).trim()}], or the list on lines of its own`;
    if (!/^["'[{|>&*!_]/.test(value) && /:\s/.test(`${value} `)) return `${name}: ${JSON.stringify(whole)}`;
    if (/^\[[^\]]*\]\s*[^\s,\]}]/.test(value)) return `${name}: ${JSON.stringify(whole)}`;
    return undefined;
  }
  const [, key, rest = ''] = WITHOUT_COLON.exec(bare) ?? [];
  if (key === undefined || bare.includes('[') || bare.includes('{')) return undefined;
  return `${key}: ${line.slice(line.length - line.trimStart().length).includes(rest) ? line.slice(line.lastIndexOf(rest)).trim() : rest}`;
}

/** Of a line with brackets in which something is amiss. */
function inFlow(bare: string): string | undefined {
  const [closes, opens] = [count(bare, /[\]}]/g), count(bare, /[[{]/g)];
  const colon = /[:,{]\s+([^\s:,[\]{}][^:,[\]{}]*:\s[^,[\]{}]*)/.exec(bare.replace(/^\s*(?:- +)*[\w.-]+:\s+(?=[[{])/, ''));
  if (colon && /:\s+[^\s,[\]{}:]+(?:\s[^,[\]{}:]*)?:\s/.test(bare.slice(bare.search(/[[{]/))))
    return 'a text with ": " in it in quotation marks, or a comma before the next name';
  const stack: string[] = [];
  for (const mark of bare.match(/[[\]{}]/g) ?? []) {
    if (mark === '[' || mark === '{') stack.push(mark === '[' ? ']' : '}');
    else if (stack.at(-1) !== mark && stack.length > 0) return `${stack.at(-1)} before the ${mark}`;
    else stack.pop();
  }
  return opens > closes && !/,\s*$/.test(bare) ? `${stack.at(-1)} at the end of the line` : undefined;
}
