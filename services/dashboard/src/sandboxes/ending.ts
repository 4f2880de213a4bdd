import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';

/** What goes around the request that closes a sandbox. */
export interface Ending {
  /** Until it comes to nothing: a page that has closed the sandbox shows so. */
  isUnderWay: boolean;
  /** Before it is sent, nothing more is asked of the twins: they may be gone before they answer. */
  begin(): Promise<void>;
  comeToNothing(): void;
}

export function useEnding(sandbox: string): Ending {
  const queries = useQueryClient();
  const [isUnderWay, setUnderWay] = useState(false);
  const ofTwins = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isOfTwins(queryKey, sandbox) };
  return {
    isUnderWay,
    async begin() {
      flushSync(() => setUnderWay(true));
      await queries.cancelQueries(ofTwins);
    },
    comeToNothing() {
      setUnderWay(false);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(sandbox) });
    },
  };
}

/** Everything of a sandbox but the sandbox itself. */
const isOfTwins = (queryKey: readonly unknown[], sandbox: string): boolean =>
  queryKey[0] !== 'sandbox' && queryKey.includes(sandbox);
