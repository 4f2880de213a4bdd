import type { CallSummary } from '@svc/contract/dashboard';
import { useEffect, useState } from 'react';
import { pageData } from '../api.ts';

/** Between two drawings of what came, in milliseconds. */
const GATHER_MS = 150;

export type Link = 'connecting' | 'live' | 'lost' | 'ended';

/** The tape of an open sandbox as it grows. A page that nobody looks at takes no connection; what it missed comes when it is looked at again. */
export function useLiveTape(id: string): { calls: readonly CallSummary[]; link: Link } {
  const [calls, setCalls] = useState<readonly CallSummary[]>([]);
  const [link, setLink] = useState<Link>('connecting');
  useEffect(() => {
    let source: EventSource | undefined;
    let after = '';
    let gathered: CallSummary[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      const more = gathered;
      gathered = [];
      setCalls((known) => [...known, ...more]);
    };
    const close = () => {
      source?.close();
      source = undefined;
    };
    const listen = () => {
      source = new EventSource(pageData.liveTape(id, after));
      source.onopen = () => setLink('live');
      source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
        after = lastEventId;
        gathered.push(...(JSON.parse(data) as CallSummary[]));
        timer ??= setTimeout(draw, GATHER_MS);
      };
      source.addEventListener('end', () => {
        close();
        setLink('ended');
      });
      // The browser tries again by itself, unless it was refused.
      source.onerror = () => setLink(source?.readyState === EventSource.CLOSED ? 'lost' : 'connecting');
    };
    const look = () => {
      if (document.hidden) close();
      else if (!source) listen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
      close();
    };
  }, [id]);
  return { calls, link };
}
