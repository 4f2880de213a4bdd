export { createNarrator, probe } from './create.ts';
export { type NarratorConfig, narratorConfig, narratorEnvironment, readNarratorConfig } from './environment.ts';
export { type NarratedCall, type Narration, type Narrator, type NarratorInput, SILENCE } from './narrator.ts';
