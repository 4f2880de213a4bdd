import type { CallSummary } from '@svc/contract/dashboard';
import { useEffect, useRef, useState } from 'react';
import { pageData } from '../api.ts';

/** Between two drawings of what came, in milliseconds. */
const GATHER_MS = 150;

export type Link = 'connecting' | 'live' | 'lost' | 'ended';

/**
 * The tape of an open sandbox as it grows. A page that nobody looks at takes no connection; what it missed comes when it is looked at
 * again.
 *
 * @param paused as long as it is, there is no connection either
 */
export function useLiveTape(id: string, paused: boolean): { calls: readonly CallSummary[]; link: Link } {
  const [calls, setCalls] = useState<readonly CallSummary[]>([]);
  const [link, setLink] = useState<Link>('connecting');
  /** How far the calls at hand go. */
  const drawn = useRef('');
  useEffect(() => {
    if (paused) return;
    let source: EventSource | undefined;
    let ended = false;
    let after = drawn.current;
    let gathered: CallSummary[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      const more = gathered;
      gathered = [];
      drawn.current = after;
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
        ended = true;
        close();
        setLink('ended');
      });
      // The browser tries again by itself, unless it was refused.
      source.onerror = () => setLink(source?.readyState === EventSource.CLOSED ? 'lost' : 'connecting');
    };
    const look = () => {
      if (document.hidden) close();
      else if (!source && !ended) listen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
      close();
    };
  }, [id, paused]);
  return { calls, link };
}
