import { ToolFailure } from '../failure.ts';

/** Where recorded evidence is read: of a live twin, or of the stored blobs of a run. */
export interface EvidenceSource {
  /** A twin's own read, by its public URL and the sandbox's token. */
  live(url: string, token: string, signal: AbortSignal): Promise<Response>;
  /** A blob's bytes, plain or gzipped as they were stored; undefined when it is gone. */
  stored(blob: { key: string; url: string }, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Reads evidence as any client does: by public and by signed URLs. */
export const publicEvidence = (send: typeof fetch = fetch): EvidenceSource => ({
  live: (url, token, signal) => reach(url, () => send(url, { headers: { authorization: `Bearer ${token}` }, signal })),
  async stored({ url }, signal) {
    // The URL itself is the permission.
    const response = await reach(url, () => send(url, { signal }));
    if (response.status === 404) return undefined;
    if (!response.ok || !response.body) {
      throw new ToolFailure(`The evidence could not be downloaded: status ${response.status}.`, 'Call again in a few seconds.');
    }
    return response.body;
  },
});

async function reach(url: string, get: () => Promise<Response>): Promise<Response> {
  try {
    return await get();
  } catch (cause) {
    throw new ToolFailure(
      `${new URL(url).origin} can't be reached from where this MCP server runs.`,
      'Check that this machine reaches the address, then call again.',
      { cause },
    );
  }
}
