// Holds the source against the house rules of docs/architecture.md that a linter doesn't know: every twin has the same rooms and names, a room imports
// only what lies below it, and no files import each other in a circle, types aside.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { misnamed } from './names.ts';

const ROOT = join(import.meta.dirname, '..');

const ROOMS = ['actions', 'checks', 'errors.ts', 'faults.ts', 'index.ts', 'render', 'seed.ts', 'tools', 'world.ts'];
/** Where a vendor's surface is written down: routes, or resolvers where it is GraphQL. */
const SURFACES = ['routes', 'graphql'];

/** What a room must not import, and why. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  world: ['actions', 'checks', 'faults', 'graphql', 'render', 'routes', 'seed', 'tools'],
  errors: ['actions', 'checks', 'faults', 'graphql', 'render', 'routes', 'seed', 'tools', 'world'],
  actions: ['checks', 'faults', 'graphql', 'routes', 'seed', 'tools'],
  render: ['checks', 'faults', 'routes', 'seed', 'tools'],
  seed: ['checks', 'faults', 'graphql', 'render', 'routes', 'tools'],
  routes: ['checks', 'faults', 'seed', 'tools'],
  graphql: ['checks', 'faults', 'seed', 'tools'],
  tools: ['checks', 'faults', 'routes', 'seed'],
};
/** Imports that are meant. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Stripe's own tools take the id of any operation of the API and make its call.
  'twin-stripe: tools → routes',
]);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.split('/').includes('node_modules'))
    .map((name) => join(folder, name));

/** The files that a module imports or exports from by a relative path, types aside. */
export function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\s)(?:([^;'"]*?)\sfrom\s+)?'(\.[^']+)'/gm);
  return [...statements].flatMap(([, names = '', specifier]) => {
    const [, inner] = /^\{([^}]*)\}$/.exec(names.trim()) ?? [];
    const onlyTypes = inner?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    return onlyTypes ? [] : [specifier as string];
  });
}

/** Groups of nodes that reach each other (Tarjan's strongly connected components of more than one). */
export function circlesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const [path, circles]: [string[], string[][]] = [[], []];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) low.set(node, Math.min(low.get(node) as number, low.get(next) as number));
    }
    if (low.get(node) !== order.get(node)) return;
    const members = path.splice(path.indexOf(node));
    if (members.length > 1) circles.push(members.toSorted());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** Imports of a twin that go up. @param modules texts by path below the twin's `src` */
export function climbs(twin: string, modules: ReadonlyMap<string, string>): string[] {
  const roomOf = (path: string): string => (path.split('/')[0] as string).replace(/\.ts$/, '');
  const found = [...modules].flatMap(([path, text]) =>
    importsOf(text)
      .map((specifier) => roomOf(relative('/', resolve('/', dirname(path), specifier))))
      .filter((room) => ABOVE[roomOf(path)]?.includes(room) && !ALLOWED.has(`${twin}: ${roomOf(path)} → ${room}`))
      .map((room) => `${twin}/src/${path} imports from ${room}, which lies above ${roomOf(path)}`),
  );
  return [...new Set(found)];
}

/** The rooms that a twin hasn't. @param source its `src` */
export function missingRooms(source: string): string[] {
  const isMissing = (room: string): boolean => !existsSync(join(source, room));
  return [...ROOMS.filter(isMissing), ...(SURFACES.every(isMissing) ? [SURFACES.join(' or src/')] : [])];
}

function faultsOfTwin(twin: string): string[] {
  const source = join(ROOT, 'packages', twin, 'src');
  const missing = missingRooms(source).map((room) => `${twin} has no src/${room}`);
  const files = filesBelow(source).map((path) => [relative(source, path), readFileSync(path, 'utf8')] as const);
  const modules = new Map(files);
  return [...missing, ...climbs(twin, modules), ...misnamed(twin, modules)];
}

function circles(): string[] {
  const sources = ['packages', 'services'].flatMap((kind) =>
    readdirSync(join(ROOT, kind)).map((name) => join(ROOT, kind, name, 'src')),
  );
  const files = sources.filter((folder) => existsSync(folder)).flatMap(filesBelow);
  const edges = files.map((path) => {
    const imported = importsOf(readFileSync(path, 'utf8')).map((specifier) => resolve(dirname(path), specifier));
    return [path, imported] as const;
  });
  return circlesIn(new Map(edges)).map(
    (members) => `a circle of imports: ${members.map((path) => relative(ROOT, path)).join(', ')}`,
  );
}

if (import.meta.main) {
  const twins = readdirSync(join(ROOT, 'packages')).filter((name) => name.startsWith('twin-') && name !== 'twin-kit');
  const faults = [...twins.flatMap(faultsOfTwin), ...circles()];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`Rooms: ${twins.length} twins, ${faults.length} faults.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
