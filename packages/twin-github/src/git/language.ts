/** Languages as GitHub names them, by file extension: those that agents meet most (github-linguist, languages.yml). */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  clj: 'Clojure',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  go: 'Go',
  h: 'C',
  hs: 'Haskell',
  html: 'HTML',
  java: 'Java',
  jl: 'Julia',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  mjs: 'JavaScript',
  php: 'PHP',
  pl: 'Perl',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  scss: 'SCSS',
  sh: 'Shell',
  svelte: 'Svelte',
  swift: 'Swift',
  tf: 'HCL',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
  zig: 'Zig',
};
const BY_NAME: Readonly<Record<string, string>> = { dockerfile: 'Dockerfile', makefile: 'Makefile' };

/** The programming language of a file; undefined for data and prose, which GitHub doesn't count. */
export function languageOf(path: string): string | undefined {
  const name = (path.split('/').at(-1) ?? '').toLowerCase();
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
}
