const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Forks that one call starts. */
export const MAX_FORKS = 200;
/** Twins per sandbox; the same on every plan. */
export const MAX_TWINS_PER_SANDBOX = 3;

/** Lifetime of a sandbox in milliseconds, unless its team has an override. */
export const SANDBOX_LIFETIME_MS = 30 * MINUTE_MS;
/** Time without a twin call or heartbeat after which a sandbox closes, in milliseconds. */
export const SANDBOX_IDLE_MS = 30 * MINUTE_MS;
/** Within this time after its deadline a sandbox is seen closed, in milliseconds. */
export const EXPIRY_OBSERVED_WITHIN_MS = 5 * SECOND_MS;

/** What one twin of a sandbox may keep, in MiB, unless the installation or the team has other values: its tape, and its world as JSON. */
export const SANDBOX_JOURNAL_MIB = 256;
export const SANDBOX_WORLD_MIB = 64;
/** The most that those can be set to. */
export const MAX_ROOM_MIB = 4096;
/** Ports that a sandbox's webhooks may go to. */
export const MAX_WEBHOOK_PORTS = 20;

/** Body limits in bytes. */
export const CREATE_SANDBOX_BODY_LIMIT_BYTES = 4 * MIB;
export const VALIDATE_SEED_BODY_LIMIT_BYTES = 4 * MIB;
export const STORED_TASK_BODY_LIMIT_BYTES = 4 * MIB;
export const FINALIZE_BODY_LIMIT_BYTES = 256 * KIB;
export const CHECKS_BODY_LIMIT_BYTES = 1 * MIB;
export const SMALL_BODY_LIMIT_BYTES = 64 * KIB;
/** Levels of arrays and objects inside one another that a body may have. */
export const MAX_BODY_DEPTH = 64;

/** Uploads in bytes. */
export const TRACE_UPLOAD_LIMIT_BYTES = 512 * MIB;
export const STATE_UPLOAD_LIMIT_BYTES = 128 * MIB;
export const META_UPLOAD_LIMIT_BYTES = 1 * MIB;
/** How long a signed upload URL works, in seconds. */
export const SIGNED_UPLOAD_SECONDS = 900;
/** How long a signed download URL works, in seconds; clients read `expires_in`. */
export const SIGNED_DOWNLOAD_SECONDS = 300;

export const MAX_CRITERIA = 200;
/** Of a run, when everything passed. */
export const MAX_SCORE = 100;
export const MAX_CHECK_ITEMS = 100;
/** Lengths in characters. */
export const MAX_SCENARIO_NAME_LENGTH = 200;
export const MAX_SCENARIO_TEXT_LENGTH = 20_000;
export const MAX_LABEL_LENGTH = 500;
export const MIN_GROUP_ID_LENGTH = 6;
export const MAX_GROUP_ID_LENGTH = 64;

export const MAX_DEVICE_NAME_LENGTH = 100;

/** How long a login may take from its code to its approval, and the least time between two of its polls, in seconds. */
export const DEVICE_CODE_SECONDS = 600;
export const DEVICE_POLL_INTERVAL_SECONDS = 2;

/** Seed faults reported; `issue_count` holds the true total. */
export const MAX_SEED_ISSUES = 25;
/** How long a repeated `idempotency_key` returns the first sandbox, in milliseconds. */
export const IDEMPOTENCY_WINDOW_MS = 30 * SECOND_MS;

/** Rows of a list. */
export const MAX_LIST_LIMIT = 200;
export const DEFAULT_LIST_LIMIT = 50;
