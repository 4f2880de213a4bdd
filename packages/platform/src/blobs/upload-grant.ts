// What a URL for an upload grants stands in its query and is signed with it. S3 ignores parameters that start with `x-` (S3 user guide:
// server access log format, custom access log information), so that a store that knows them holds uploads to them and any other takes them.

/** The largest body that the URL takes, in bytes. */
export const MAX_BYTES_PARAMETER = 'x-svc-max-bytes';
/** Tells the URLs for one key apart, each good for one upload: 32 hexadecimal digits. */
export const ONCE_PARAMETER = 'x-svc-once';
