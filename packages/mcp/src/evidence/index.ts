export { ToolFailure } from '../failure.ts';
export { plainBytes } from './bytes.ts';
export { type EvidenceSource, publicEvidence } from './source.ts';
