export { endAtOnce } from './end-at-once.ts';
export { type EmbeddedSettings, readSettings } from './settings.ts';
export { type Embedded, type EmbeddedOptions, startEmbedded } from './start.ts';
