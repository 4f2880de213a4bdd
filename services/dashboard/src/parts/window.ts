import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Rows beyond the edges that are drawn too, so that a quick scroll meets them. */
const BEYOND = 12;

interface Window {
  scroller: RefObject<HTMLDivElement | null>;
  /** Which rows are drawn: from the first to before the second. */
  from: number;
  to: number;
  onScroll(): void;
  /** Brings a row into sight, if it isn't. */
  show(index: number): void;
}

/**
 * What is in sight of a long list whose rows are all of one height: where each row stands is a product, and nothing is measured, however
 * many there are. More is drawn than a list that is lower than the browser's window shows.
 */
export function useWindow(count: number, rowPx: number): Window {
  const scroller = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  // Another filter may have left fewer rows than were scrolled by.
  const start = Math.min(first, Math.max(0, count - 1));
  const onScroll = useCallback(() => setFirst(Math.floor((scroller.current?.scrollTop ?? 0) / rowPx)), [rowPx]);
  const show = useCallback(
    (index: number) => {
      const list = scroller.current;
      if (!list) return;
      const [top, height] = [index * rowPx, list.clientHeight];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + rowPx > list.scrollTop + height) list.scrollTop = top + rowPx - height;
    },
    [rowPx],
  );
  // A shorter list is scrolled back by the browser, which says so only later.
  useLayoutEffect(() => {
    if (first >= count) onScroll();
  }, [first, count, onScroll]);
  const rows = Math.ceil(innerHeight / rowPx);
  return { scroller, from: Math.max(0, start - BEYOND), to: Math.min(count, start + rows + BEYOND), onScroll, show };
}
