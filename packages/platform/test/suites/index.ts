export { type BlobStoreUnderTest, describeBlobStore } from './blob-store.ts';
export { describeGradeQueue, type GradeQueueUnderTest } from './grade-queue.ts';
export { type HostedRuntime, hostRuntime } from './hosted-runtime.ts';
export { describeRouteTable, type RouteTableUnderTest } from './route-table.ts';
export {
  describeSandboxRuntime,
  launchOf,
  newSession,
  type SandboxRuntimeUnderTest,
  standIn,
  standInState,
  standInWrite,
  whenBack,
} from './sandbox-runtime.ts';
