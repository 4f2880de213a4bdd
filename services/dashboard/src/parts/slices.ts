/** Longer than that a page must not stand still, in milliseconds. */
const SLICE_MS = 16;

/** @returns a pause that lets the page answer its reader, once a slice of time is used up */
export function inSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}
