import type { UseInfiniteQueryResult } from '@tanstack/react-query';

interface Props {
  of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isPlaceholderData'>;
  shown: number;
  one: string;
  several: string;
}

/** How many there are of a list that goes on, and what shows more of it. */
export const More = ({ of, shown, one, several }: Props) => (
  <p className="bar more">
    <span className="fine" role="status">
      {of.hasNextPage
        ? `The newest ${shown.toLocaleString()} ${several}`
        : `${shown.toLocaleString()} ${shown === 1 ? one : several}, newest first`}
    </span>
    {of.hasNextPage && (
      <button type="button" disabled={of.isFetchingNextPage || of.isPlaceholderData} onClick={() => of.fetchNextPage()}>
        {of.isFetchingNextPage ? 'Loading…' : 'Show older'}
      </button>
    )}
  </p>
);
