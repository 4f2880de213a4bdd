// Holds docs/conformance.md against the tests that exist: each proved row names a file, and in it a test, with its group where the title
// alone says too little (`path › group › title`).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = 'docs/conformance.md';
/** The last cell of a row of its tables names tests. */
const securityPage = 'docs/security.md';
/** What a row that isn't proved may wait for. */
const CAPABILITIES = ['other twins', 'CLI', 'narrator', 'fleet', 'dashboard', 'MCP'];

interface Row {
  line: number;
  section: string;
  sentence: string;
  tests: string[];
  state: string;
}

/** The table rows of the page; `\|` is a bar inside a cell. */
function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [section = '', sentence = '', tests = '', state = ''] = cells;
    if (cells.length !== 4 || section === '§' || /^-+$/.test(section)) return [];
    return [{ line: index + 1, section, sentence, tests: tests ? tests.split('<br>').map((test) => test.trim()) : [], state }];
  });
}

/** Titles of the tests and groups in a file, as they are written: of `test.each` with its placeholders. */
export function titlesIn(source: string): Set<string> {
  const titles = new Set<string>();
  for (const head of source.matchAll(
    /\b(?:(?:inTheWhole|eachTime)\(test\)|(?:test|describe|vendorTest)\b)(?:\.\w+)*\s*(?=[(<`])/g,
  )) {
    let at = head.index + head[0].length;
    if (/\.each\s*$/.test(head[0])) at = afterGroup(source, at);
    const title = /^\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/.exec(source.slice(at, at + 1000));
    const text = title?.[1] ?? title?.[2] ?? title?.[3];
    if (text !== undefined) titles.add(text.replaceAll(/\\(['"`\\])/g, '$1'));
  }
  return titles;
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The place after type arguments and a balanced pair of parentheses; text in quotes and comments doesn't count. */
function afterGroup(source: string, start: number): number {
  const open: string[] = [];
  let at = source[start] === '<' ? source.indexOf('>(', start) + 1 : start;
  for (; at < source.length; at++) {
    const character = source[at] as string;
    if (character === "'" || character === '"' || character === '`') at = afterText(source, at) - 1;
    else if (source.startsWith('//', at)) at = source.indexOf('\n', at);
    else if (CLOSING[character]) open.push(CLOSING[character]);
    else if (character === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return at;
}

function afterText(source: string, start: number): number {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

const known = new Map<string, Set<string> | undefined>();

function titlesOf(path: string): Set<string> | undefined {
  if (!known.has(path))
    known.set(path, existsSync(join(root, path)) ? titlesIn(readFileSync(join(root, path), 'utf8')) : undefined);
  return known.get(path);
}

function faultsOf({ section, sentence, tests, state }: Row): string[] {
  if (!section || !sentence) return ['a row needs its section and its sentence'];
  if (state !== 'proved' && !CAPABILITIES.includes(state))
    return [`"${state}" is neither proved nor one of: ${CAPABILITIES.join(', ')}`];
  if (state === 'proved' && tests.length === 0) return ['it is called proved and names no test'];
  return tests.flatMap(faultsOfTest);
}

function faultsOfTest(test: string): string[] {
  const [path = '', ...wanted] = test.split(' › ');
  const titles = titlesOf(path);
  if (!titles) return [`there is no file ${path}`];
  if (wanted.length === 0) return [`${path} stands without a test`];
  return wanted.filter((title) => !titles.has(title)).map((title) => `there is no test "${title}" in ${path}`);
}

/** Every row below a head that ends with `proved by` names tests, and they exist. */
function faultsOfSecurity(): string[] {
  const lines = readFileSync(join(root, securityPage), 'utf8').split('\n');
  let proved = false;
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) proved = false;
    if (/\| proved by \|$/.test(line)) proved = true;
    else if (proved && !/^\| -+ \|/.test(line)) {
      const tests = line.split('|').at(-2)!.split('<br>');
      return tests.flatMap((test) => faultsOfTest(test.trim())).map((fault) => `${securityPage}:${index + 1}: ${fault}`);
    }
    return [];
  });
}

/** Lists every title, for writing the page. */
function list(): void {
  const roots = ['packages', 'services', 'e2e'].flatMap((base) =>
    readdirSync(join(root, base), { recursive: true, encoding: 'utf8' }).map((path) => `${base}/${path}`),
  );
  for (const path of roots.filter((one) => one.endsWith('.test.ts') && !one.includes('node_modules')).sort()) {
    for (const title of titlesOf(path) ?? []) process.stdout.write(`${path} › ${title}\n`);
  }
}

function check(): void {
  const rows = readRows(readFileSync(join(root, page), 'utf8'));
  const faults = rows.flatMap((row) => faultsOf(row).map((fault) => `${page}:${row.line}: ${fault}`));
  if (rows.length === 0) faults.push(`${page}: there are no rows`);
  faults.push(...faultsOfSecurity());
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  const proved = rows.filter(({ state }) => state === 'proved').length;
  process.stdout.write(
    `Conformance: ${rows.length} sentences, ${proved} proved, ${rows.length - proved} wait for another capability.\n`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

if (process.argv.includes('--list')) list();
else check();
