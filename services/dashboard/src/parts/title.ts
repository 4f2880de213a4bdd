import { useEffect } from 'react';

/** Names the page in tabs, bookmarks and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sandbox Evaluation`;
  }, [title]);
}
