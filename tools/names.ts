// Holds the names inside twins against the glossary of CONTRIBUTING.md: who has read one twin can read the others.

/** A function of a module, with its whole text. */
interface Declared {
  name: string;
  text: string;
}

/** What a twin's factories may be called: `declare` is what a factory of the twin's own is made on. */
const FACTORIES: Readonly<Record<string, readonly string[]>> = {
  operationsOf: ['operation', 'declare'],
  toolsOf: ['tool', 'declare'],
};

/** Lookups that have a name of their own, and why. */
const MEANT: ReadonlySet<string> = new Set([
  // The vendor's verb: `users.lookupByEmail`.
  'twin-slack: lookupByEmail',
  // They say who may, beside what is there.
  'twin-github: visibleRepository',
  'twin-slack: readingTarget',
]);

/** The functions that a module declares at its top. */
export function functionsOf(text: string): Declared[] {
  const statements = text.matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^}$/gm);
  const expressions = text.matchAll(/^(?:export )?const (\w+) = (?:async )?(?:<[\s\S]*?>)?\([\s\S]*?(?:^};?$|;$)/gm);
  return [...statements, ...expressions].map(([whole, name = '']) => ({ name, text: whole }));
}

/** Takes one record of the world, and throws where there is none. */
function isLookup({ text }: Declared): boolean {
  const [, record] = /const (\w+) = [^;]*\.(?:get|first)\([^;]*;\s*if \(!\1\b[^\n]*throw new/.exec(text) ?? [];
  return record !== undefined && new RegExp(`return ${record};\\s*}$`).test(text);
}

const isGet = (name: string): boolean => /^get(?:[A-Z]|$)/.test(name);
const throws = ({ text }: Declared): boolean => /\bthrow\b|\bget[A-Z]\w*\(/.test(text);

function lookups(twin: string, path: string, text: string): string[] {
  return functionsOf(text).flatMap((declared) => {
    const { name } = declared;
    if (MEANT.has(`${twin}: ${name}`)) return [];
    if (/^find(?:[A-Z]|$)/.test(name) && throws(declared)) return [`${path}: ${name} throws where nothing is found: getX`];
    if (!isLookup(declared) || isGet(name) || name.includes('Of')) return [];
    return [`${path}: ${name} looks one record up and throws where there is none: getX, or xOf(y)`];
  });
}

function factories(twin: string, modules: ReadonlyMap<string, string>): string[] {
  const [bound, declared]: [string[], Set<string>] = [[], new Set()];
  for (const [path, text] of modules) {
    for (const [, name = '', factory = ''] of text.matchAll(/\bconst (\w+) = (operationsOf|toolsOf)\b/g)) {
      if (!FACTORIES[factory]?.includes(name)) bound.push(`${path}: ${name} is called ${FACTORIES[factory]?.[0]}`);
    }
    for (const [, name = ''] of text.matchAll(/\b(?:function|const) (operation|tool)\b/g)) declared.add(name);
  }
  const missing = ['operation', 'tool'].filter((name) => !declared.has(name));
  return [...bound, ...missing.map((name) => `${twin} declares no ${name}(…)`)];
}

/** Where a twin's factory has a file of its own, it is the one thing there that declares. */
function surface(path: string, text: string): string[] {
  if (!/^(?:routes|graphql)\/operation\.ts$/.test(path)) return [];
  return functionsOf(text)
    .filter(({ name, text: body }) => name !== 'operation' && /\bdeclare\(/.test(body))
    .map(({ name }) => `${path}: ${name} declares routes: operation`);
}

const indexes = (path: string, text: string): string[] =>
  [...text.matchAll(/\bby\.(by[A-Z]\w*)|^\s+(by[A-Z]\w*): (?:\{ group|over\()/gm)].map(
    ([, read, declared]) => `${path}: an index is named after what it is by: ${read ?? declared}`,
  );

const times = (path: string, text: string): string[] =>
  [...text.matchAll(/\b(?:const|function) (timestamp|seconds)\b(?: = )?\(\{/g)].map(
    ([, name]) => `${path}: ${name} takes the time itself: ${name}(now)`,
  );

/** What a twin calls otherwise than the glossary has it. @param modules texts by path below the twin's `src` */
export function misnamed(twin: string, modules: ReadonlyMap<string, string>): string[] {
  const faults = [...modules].flatMap(([path, text]) => {
    const room = path.split('/')[0];
    return [
      ...(room === 'actions' || room === 'world' ? lookups(twin, path, text) : []),
      ...surface(path, text),
      ...indexes(path, text),
      ...times(path, text),
    ];
  });
  return [...faults.map((fault) => `${twin}/src/${fault}`), ...factories(twin, modules)];
}
