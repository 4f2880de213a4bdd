import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

/** What the suites' files import of Jest, outside of Jest: `expect`, and nothing else that does anything. */
function outsideOfJest(): string {
  const globals = createRequire(`${dirname(here.resolve('@jest/globals/package.json'))}/index.js`);
  const { href } = pathToFileURL(createRequire(globals.resolve('@jest/expect')).resolve('expect'));
  return `import all from ${JSON.stringify(href)};
    const nothing = Object.assign(() => {}, { each: () => () => {}, skip: () => {} });
    export const expect = all.expect ?? all;
    export { nothing as describe, nothing as test, nothing as it, nothing as beforeAll, nothing as afterAll, nothing as beforeEach, nothing as afterEach };`;
}

const TESTING = pathToFileURL(new URL('../../packages/twin-kit/testing/index.ts', import.meta.url).pathname).href;

/** The suite of a twin's checks is handed over instead of run. */
const HANDING_OVER = `export * from ${JSON.stringify(TESTING)};
  export const describeChecks = (suite) => { globalThis.suiteOfChecks = suite; };`;

/** Lets test files be imported for their data, all of it. */
export function importTestsAsData(): void {
  process.env.SVC_TESTS = 'whole';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: 'data:jest', format: 'module', shortCircuit: true };
      if (specifier === '@svc/twin-kit/testing' && context.parentURL?.endsWith('/test/checks.test.ts'))
        return { url: 'data:suite', format: 'module', shortCircuit: true };
      return next(specifier, context);
    },
    load(url, context, next) {
      if (url === 'data:jest') return { format: 'module', source: outsideOfJest(), shortCircuit: true };
      if (url === 'data:suite') return { format: 'module', source: HANDING_OVER, shortCircuit: true };
      return next(url, context);
    },
  });
}

/** The modules of a folder as they are with one file changed: those that import it come anew, all others are shared. */
export class ChangedModules {
  readonly #folder: string;
  readonly #dependants: ReadonlyMap<string, ReadonlySet<string>>;
  #changed: { file: string; code: string; tag: string } | undefined;
  #count = 0;

  /** @param dependants by file name, the files of the folder that import it, at whatever distance, and itself */
  constructor(folder: string, dependants: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#folder = pathToFileURL(folder).href;
    this.#dependants = dependants;
    registerHooks({
      resolve: (specifier, context, next) => {
        const resolved = next(specifier, context);
        const changed = this.#changed;
        const name = changed && this.#nameOf(resolved.url);
        if (!name || !this.#dependants.get(changed.file)?.has(name)) return resolved;
        return { ...resolved, url: `${resolved.url.split('?')[0]}?${changed.tag}` };
      },
      load: (url, context, next) => {
        const changed = this.#changed;
        const isChanged = changed && url.endsWith(`/${changed.file}?${changed.tag}`);
        return isChanged ? { format: 'module', source: changed.code, shortCircuit: true } : next(url, context);
      },
    });
  }

  #nameOf(url: string): string | undefined {
    const [path = ''] = url.split('?');
    return path.startsWith(`${this.#folder}/`) ? path.slice(this.#folder.length + 1) : undefined;
  }

  /** What `index.ts` of the folder exports with this code in this file. */
  async import(file: string, code: string): Promise<Record<string, unknown>> {
    this.#count += 1;
    this.#changed = { file, code, tag: `changed=${this.#count}` };
    try {
      return (await import(`${this.#folder}/index.ts?${this.#changed.tag}`)) as Record<string, unknown>;
    } finally {
      this.#changed = undefined;
    }
  }
}

const IMPORTED = /^(?:import|export)\b[^;]*?from '\.\/([\w-]+\.ts)';/gms;

/** By file, the files of a folder that import it, at whatever distance, and itself. */
export function dependantsIn(folder: URL, files: readonly string[]): Map<string, Set<string>> {
  const imports = new Map(
    files.map((file) => {
      const source = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8');
      return [file, [...source.matchAll(IMPORTED)].map(([, imported]) => imported as string)] as const;
    }),
  );
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (imports.get(from) ?? []).some((next) => reaches(next, to, seen));
  };
  return new Map(files.map((file) => [file, new Set(files.filter((other) => reaches(other, file)))]));
}
