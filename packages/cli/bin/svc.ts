#!/usr/bin/env node
import module from 'node:module';
import { tooOld } from '../src/node-version.ts';

const refusal = tooOld('svc');
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 2;
} else {
  // What is compiled once is read from the cache by later commands.
  module.enableCompileCache();
  const { main } = await import('../src/main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
