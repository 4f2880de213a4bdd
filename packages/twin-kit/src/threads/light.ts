const KIB = 1 << 10;
const MIB = 1 << 20;

/**
 * What a session may be to run in the thread that it shares with the others of its process. One that is more gets a thread of its own: what a
 * call costs at most grows with the world, with its own body and with the seed or journal that a world is made of.
 */
export const LIGHT = Object.freeze({
  /** The world as JSON text, in bytes. */
  worldBytes: 4 * MIB,
  /** A call's body. */
  bodyBytes: 256 * KIB,
  /** What boots a world. */
  bootBytes: 128 * KIB,
  /** What the next process takes up. */
  journalBytes: 4 * MIB,
  /** What is read through for a fork. */
  tapeBytes: 32 * MIB,
  /** A call's processor time in milliseconds. */
  callMs: 50,
  /** One call that is longer may have loaded code for those after it. */
  longCalls: 1,
});

/** So many threads a process starts; the sessions that come then share one with others of their kind. */
export const MOST_THREADS = 8;
/** Of a thread's memory, in MiB: room for a world at its cap, and for what its calls need. */
export const THREAD_HEAP_MIB = 1024;
