import { RE2JS } from 're2js';
import type { CompilePattern } from './vocabulary/patterns.ts';

/** Regular expressions by RE2, which no pattern can make slow. Its own module: it costs a twin's start more than it gives it. */
export const compilePattern: CompilePattern = (source) => {
  const compiled = RE2JS.compile(source);
  return (text) => compiled.test(text);
};
