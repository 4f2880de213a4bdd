export { cutText, isLonger } from '@svc/contract';
export type { Fault } from '@svc/contract/faults';
export { BoundedMap } from './bounded-map.ts';
export * from './checks.ts';
export { checksPage } from './checks-page.ts';
export type { CorsPreflight } from './cors.ts';
export { defineTwin } from './define-twin.ts';
export * from './definition.ts';
export { SeedError, SeedSourceError, TwinError } from './errors.ts';
export { type AssignedFaults, assignFaults } from './faults/assign.ts';
export {
  type AskedNames,
  type FaultCatalogue,
  GENERAL_FAULTS,
  type VendorFault,
  type WantedRefusal,
} from './faults/catalogue.ts';
export { faultIssues, faultKinds } from './faults/issues.ts';
export { faultsPage } from './faults/page.ts';
export { fidelityPage } from './fidelity.ts';
export {
  type Body,
  created,
  json,
  jsonText,
  type NormalReply,
  noContent,
  RawJson,
  type Reply,
  replyDigest,
} from './http/reply.ts';
export type { Links, TwinRequest } from './http/request.ts';
export { readJson } from './http/request.ts';
export { StreamBody } from './http/stream-body.ts';
export type { Upload } from './http/upload.ts';
export {
  fateOf,
  type InputFields,
  type InputShape,
  type InputsOf,
  inputFates,
  type OperationInputs,
  readsOfSchema,
  screenInputs,
} from './inputs.ts';
export { nearestName } from './near.ts';
export { operationsOf, toolsOf } from './operations.ts';
export { PassedBytes } from './passed-bytes.ts';
export { PastWorld } from './past-world.ts';
export { caseless, few, quoted, readable, reads, readsInAnyCase, readsSame, readsSameInAnyCase } from './reading.ts';
export { Recent } from './recent.ts';
export { cachedRenderer } from './rendered.ts';
export { concealing, isGivenAway, masked, redacted, type Secret, secretsAcross, secretsIn } from './secrets.ts';
export { type DroppedField, droppedWithAdvice, pathSteps, seedAdvice, seedFields } from './seed-advice.ts';
export { seedReference } from './seed-reference.ts';
export { droppedFields } from './seeds.ts';
export { shownMarkdown } from './shown-markdown.ts';
export { stateText } from './state-text.ts';
export { stripped, strippedEnd } from './strip.ts';
export { firstLines, splitLines } from './tape/journal-format.ts';
export { recordedRow } from './tape/recorded-row.ts';
export { REDACTED } from './tape/redact.ts';
export { type Action, type ActionOnTape, actionsOf, type FaultOnTape, requireNamed, type TapeRow, writesOf } from './tape/row.ts';
export {
  calledTool,
  firstRow,
  isHandshake,
  isToolError,
  namedRow,
  pathOf,
  realTimeOf,
  unsupportedName,
} from './tape-checks.ts';
export { isoMinute, isoTime, timeWriter } from './time.ts';
export { withoutUnshown } from './unshown-markdown.ts';
export * from './vocabulary/index.ts';
export { blankPicture, webPage } from './web-page.ts';
export * from './world/collection.ts';
export type { Ids } from './world/ids.ts';
export { filesOf, namedFile } from './world-files.ts';
