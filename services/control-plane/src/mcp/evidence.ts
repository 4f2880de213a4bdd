import { type EvidenceSource, publicEvidence, ToolFailure } from '@svc/mcp/evidence';
import { StorageUnavailable } from '@svc/platform';
import type { Service } from '../service.ts';

/** Live twins are read through the proxies, with the sandbox's own token; blobs right from the store, whose keys the REST answer named. */
export function evidenceOf({ config, blobs }: Pick<Service, 'config' | 'blobs'>): EvidenceSource {
  const { live } = publicEvidence();
  return {
    live: (url, token, signal) => live(proxied(config, url), token, signal),
    async stored({ key }) {
      try {
        return await blobs.get(key);
      } catch (cause) {
        if (!(cause instanceof StorageUnavailable)) throw cause;
        throw new ToolFailure('Evidence storage is not reachable.', 'Call again in a few seconds.', { cause });
      }
    },
  };
}

const proxied = ({ twinsUrl, proxyUrl }: Service['config'], url: string): string =>
  proxyUrl !== undefined && url.startsWith(`${twinsUrl}/`) ? proxyUrl + url.slice(twinsUrl.length) : url;
