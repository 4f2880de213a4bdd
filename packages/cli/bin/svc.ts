#!/usr/bin/env node
import module from 'node:module';

/** What this is written for: older ones lack functions it calls. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `svc: Node ${process.versions.node} is too old.\nhint: install Node ${OLDEST_NODE} or newer: https://nodejs.org\n`,
  );
  process.exitCode = 2;
} else {
  // What is compiled once is read from the cache by later commands.
  module.enableCompileCache();
  const { main } = await import('../src/main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
