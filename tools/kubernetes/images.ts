import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an image says of itself, which Kubernetes doesn't read. */
export interface ImageFacts {
  /** Given by number, so that a kubelet can see that it isn't root. */
  uid?: number;
  /** The first port that it listens on. */
  port?: number;
  health?: { command: string[]; seconds: Record<string, number>; retries: number };
}

const FILES = ['docker/Dockerfile', 'docker/base/Dockerfile'];
const ROOT = join(import.meta.dirname, '../..');

const secondsOf = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1]);

function factsIn(lines: readonly string[], from: ImageFacts): ImageFacts {
  const facts = { ...from };
  for (const line of lines) {
    const [, uid] = /^USER (\d+):\d+$/.exec(line) ?? [];
    if (uid !== undefined) facts.uid = Number(uid);
    else if (line.startsWith('USER ')) delete facts.uid;
    const [, port] = /^EXPOSE (\d+)$/.exec(line) ?? [];
    if (port !== undefined) facts.port = Number(port);
    const [, flags = '', command] = /^HEALTHCHECK ((?:--\S+ )*)CMD (\[.*\])$/.exec(line) ?? [];
    if (command === undefined) continue;
    const told = Object.fromEntries(
      [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name, value]) => [name as string, value as string]),
    );
    const { retries = '3', ...times } = told;
    const seconds = Object.fromEntries(Object.entries(times).map(([name, value]) => [name, secondsOf(value)]));
    facts.health = { command: JSON.parse(command), seconds, retries: Number(retries) };
  }
  return facts;
}

/** By the name of the stage that an image is built from. */
export function imageFacts(): Map<string, ImageFacts> {
  const facts = new Map<string, ImageFacts>();
  for (const file of FILES) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const stage of text.split(/^(?=FROM )/m).slice(1)) {
      const [first = '', ...lines] = stage.split('\n');
      const [, from = '', name = ''] = /^FROM (\S+) AS (\S+)$/.exec(first) ?? [];
      facts.set(name, factsIn(lines, facts.get(from) ?? {}));
    }
  }
  return facts;
}
