import { readFile } from 'node:fs/promises';

/** A text file that somebody wrote: UTF-8, or UTF-16 where its mark says so, as some editors and shells of Windows write. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  return mark === 'feff' ? new TextDecoder('utf-16be').decode(bytes) : bytes.toString('utf8');
}
