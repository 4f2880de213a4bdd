import { stripTypeScriptTypes } from 'node:module';
import { parse } from '@babel/parser';

/** One change of a predicate. */
export interface Mutant {
  start: number;
  end: number;
  /** What stands there instead. */
  text: string;
  line: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [field: string]: unknown;
}

const OPPOSITES = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
  }),
);
const METHODS = new Map(Object.entries({ some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' }));
const OUTCOMES = new Map(Object.entries({ passed: 'failed', failed: 'passed' }));

/** Words of a check, and what is only said: a verdict doesn't depend on them. */
const WORDS = new Set(['id', 'template', 'description', 'compares', 'limits', 'params', 'example', 'words', 'what', 'needed']);
/** Functions whose arguments are evidence, or in which nothing but evidence is made. */
const SPEAKING = new Set(['passed', 'failed', 'notGradable', 'quoted', 'quote', 'few', 'add', 'named', 'describe', 'Missing']);
/** Those of which only the arguments after the first are evidence. */
const JUDGING = new Set(['verdict', 'unless', 'judge']);
/** Loops would run for ever. */
const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** A file as JavaScript, each thing where it stands in TypeScript. */
export const stripped = (source: string): string => stripTypeScriptTypes(source, { mode: 'strip' });

/** Every change that is made to a file, in the order of its lines. */
export function mutantsOf(source: string): Mutant[] {
  const code = stripped(source);
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    for (const { start, end, text } of changesOf(node, code))
      if (code.slice(start, end) !== text) found.push({ start, end, text, line: node.loc.start.line });
    for (const child of judgedParts(node)) visit(child);
  };
  visit(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node);
  return found;
}

type Change = Omit<Mutant, 'line'>;

function changesOf(node: Node, code: string): Change[] {
  const whole = (text: string): Change => ({ start: node.start, end: node.end, text });
  const at = (part: Node, text: string): Change => ({ start: part.start, end: part.end, text });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [...operators(node, code), ...literals(node)];
    case 'UnaryExpression':
      return node.operator === '!' ? [at(node, code.slice((node.argument as Node).start, node.end))] : [];
    case 'ConditionalExpression':
    case 'IfStatement':
      return [at(node.test as Node, 'true'), at(node.test as Node, 'false')];
    case 'BooleanLiteral':
      return [whole(String(!(node.value as boolean)))];
    case 'NumericLiteral':
      return [whole(String((node.value as number) + 1))];
    case 'CallExpression':
      return calls(node, code, at);
    default:
      return [];
  }
}

function operators(node: Node, code: string): Change[] {
  const opposite = OPPOSITES.get(node.operator as string);
  if (opposite === undefined) return [];
  const from = (node.left as Node).end;
  const start = code.indexOf(node.operator as string, from);
  return [{ start, end: start + (node.operator as string).length, text: opposite }];
}

/** Words that a value is compared with. */
const literals = (node: Node): Change[] =>
  /^[!=]==$/.test(node.operator as string)
    ? [node.left as Node, node.right as Node].flatMap((side) =>
        side.type === 'StringLiteral' ? [{ start: side.start, end: side.end, text: "'another'" }] : [],
      )
    : [];

function calls(node: Node, code: string, at: (part: Node, text: string) => Change): Change[] {
  const callee = node.callee as Node;
  if (callee.type === 'Identifier') {
    const opposite = OUTCOMES.get(callee.name as string);
    return opposite === undefined ? [] : [at(callee, opposite)];
  }
  const property = callee.property as Node | undefined;
  if (callee.type !== 'MemberExpression' || property?.type !== 'Identifier') return [];
  const name = property.name as string;
  const other = METHODS.get(name);
  if (other !== undefined) return [at(property, other)];
  if (name === 'filter') return [at(node, code.slice((callee.object as Node).start, (callee.object as Node).end))];
  if (name === 'includes' || name === 'has') return [at(node, `!${code.slice(node.start, node.end)}`)];
  return [];
}

/** The parts of a node on which verdicts depend. */
function judgedParts(node: Node): Node[] {
  if (/^(?:Import|Export(?:All|Named)Declaration$)/.test(node.type) && !node.declaration) return [];
  if (node.type === 'TemplateLiteral' || node.type === 'ThrowStatement' || isType(node) || isNaming(node)) return [];
  if (node.type === 'ObjectProperty' && WORDS.has(nameOf(node.key as Node))) return [];
  const fields = Object.entries(node).filter(([field]) => field !== 'loc' && !(field === 'test' && LOOPS.has(node.type)));
  const parts = fields.flatMap(([, value]) => (Array.isArray(value) ? value : [value])).filter(isNode);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return parts;
  const called = nameOf(node.callee as Node);
  const [first] = node.arguments as Node[];
  if (SPEAKING.has(called)) return [];
  return JUDGING.has(called) ? parts.filter((part) => part === first || part === node.callee) : parts;
}

const isType = ({ type }: Node): boolean => type.startsWith('TS') && !/^TS(?:As|NonNull|Satisfies)/.test(type);

const NAMING = /^(?:\w*[nN]ames?(?:d|Of)?[A-Z]?\w*|called\w*|list(?:ed)?|where|identifierOf)$/;

/** A function that gives a text and says by its name that it is one for the evidence. */
function isNaming(node: Node): boolean {
  const name = nameOf((node.id ?? node.key ?? { type: '' }) as Node);
  const made = (node.init ?? node) as Node;
  const type = (made.returnType as Node | undefined)?.typeAnnotation as Node | undefined;
  return NAMING.test(name) && (type?.type === 'TSStringKeyword' || type?.type === 'TSArrayType');
}

function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  return typeof node.name === 'string' ? node.name : String(node.value ?? '');
}
