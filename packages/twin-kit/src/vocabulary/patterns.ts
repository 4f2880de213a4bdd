/**
 * Makes a test of a regular expression. Time grows with pattern and text, whatever the two say; a pattern whose syntax is
 * wrong throws. `@svc/twin-kit/patterns` has one.
 */
export type CompilePattern = (source: string) => (text: string) => boolean;
