import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** The packages that files below node_modules belong to, with the terms each comes under. */
export async function notices(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const sections = new Map<string, string>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    sections.set(`${name} ${version}`, `${name} ${version} (${license ?? 'see below'})\n\n${await termsIn(folder)}`);
  }
  const sorted = [...sections.keys()].sort().map((key) => sections.get(key));
  return `This package contains the following packages, each under its own terms.\n\n${sorted.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

async function termsIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}
