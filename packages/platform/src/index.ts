export { type BlobDescription, openBlob, removeBlob, storeBlob } from './blobs/blob-folder.ts';
export {
  createFileBlobStore,
  type FileBlobStore,
  type FileBlobStoreOptions,
  type SignedDownload,
  type SignedUpload,
} from './blobs/file-store.ts';
export { assertBlobKey, InvalidBlobKey } from './blobs/keys.ts';
export { createS3BlobStore, type S3BlobStore, type S3BlobStoreOptions } from './blobs/s3.ts';
export { SignedUrlRefused } from './blobs/signing.ts';
export { MAX_BYTES_PARAMETER, ONCE_PARAMETER } from './blobs/upload-grant.ts';
export { admitSandboxes, type NewSandboxes } from './database/admission.ts';
export { type DatabaseOptions, openDatabase } from './database/connection.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type EmbeddedPostgresState,
  inspectEmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded.ts';
export * from './database/lifecycle.ts';
export { migrate } from './database/migrate.ts';
export type * from './database/schema.ts';
export { HOST_ROLES, type HostCredentials, readHostCredentials, useHostCredentials } from './hosts/credentials.ts';
export {
  forgetHost,
  type HostRecord,
  type HostState,
  listHosts,
  setDraining,
  stateOf,
} from './hosts/registry.ts';
export type { HostAddress } from './hosts/tunnel.ts';
export * from './ports.ts';
export { consumeGradeQueue, createGradeQueue, type GradeQueueOptions } from './queue/grade-queue.ts';
export { consumeRedisGradeQueue, createRedisGradeQueue, type RedisGradeQueueOptions } from './queue/redis.ts';
export { createActivityLog, createRouteTable, type InProcessRouteTable, type RouteListener } from './routes/in-process.ts';
export { createRedisRouteTable, type RedisRouteTableOptions } from './routes/redis.ts';
export { createRedisActivityLog, type RedisActivityLogOptions } from './routes/redis-activity.ts';
export { AgentClient, type TwinHost } from './runtime/agent/client.ts';
export { eachInTurn } from './runtime/agent/turns.ts';
export { callTwin, openTwin } from './runtime/call.ts';
export { connectionTo, connectTwin } from './runtime/connect.ts';
export { type ContainerRuntime, createContainerRuntime } from './runtime/container-runtime.ts';
export { doorsHere, doorsOf, type TwinDoors } from './runtime/containers/doors.ts';
export type { ContainerRuntimeOptions, RuntimeStats } from './runtime/containers/options.ts';
export { socketUrl, type TwinEndpoint, tunnelUrl, twinEndpoint } from './runtime/endpoint.ts';
export { createFleetRuntime, type FleetRuntime, type FleetRuntimeOptions } from './runtime/fleet-runtime.ts';
export { createProcessRuntime, type ProcessRuntime, type ProcessRuntimeOptions } from './runtime/process-runtime.ts';
export { createSharedRuntime, type SharedRuntimeOptions } from './runtime/shared-runtime.ts';
export * from './security/sealing.ts';
