import type Docker from 'dockerode';

const LINES = 15;
const MAX_LINE_LENGTH = 500;
/** Stream kind, three zero bytes, and the length of what follows (Docker API: attach, stream format). */
const FRAME_HEADER_BYTES = 8;

/** The last lines that a container wrote. */
export async function lastLines(container: Docker.Container, abortSignal: AbortSignal): Promise<string[]> {
  const raw = await container.logs({ stdout: true, stderr: true, tail: LINES, follow: false, abortSignal });
  const text = unframed(raw as unknown as Buffer);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, MAX_LINE_LENGTH));
}

function unframed(raw: Buffer): string {
  const pieces: Buffer[] = [];
  for (let at = 0; at + FRAME_HEADER_BYTES <= raw.length; ) {
    const length = raw.readUInt32BE(at + 4);
    pieces.push(raw.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + length));
    at += FRAME_HEADER_BYTES + length;
  }
  return Buffer.concat(pieces).toString('utf8');
}
