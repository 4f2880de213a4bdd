import { ApiError, UnreachableError } from '@svc/sdk';
import type { ReactNode } from 'react';
import { SandboxEnded } from '../api.ts';

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </div>
  );
}

export const Loading = ({ what }: { what: string }) => (
  <p className="loading" role="status">
    Loading {what}…
  </p>
);

/** What went wrong, and what to do about it. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  if (error instanceof SandboxEnded) return <p className="hint">The sandbox has ended.</p>;
  const id = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className="failure" role="alert">
      <p>{toldOf(error)}</p>
      {id && <p className="fine">Request {id}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** In the place of a page: where one is, and what went wrong. */
export const FailedPage = ({ title, ...failure }: { title: string; error: Error; retry?: () => void }) => (
  <>
    <h1>{title}</h1>
    <Failure {...failure} />
  </>
);

function toldOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof UnreachableError) return 'The service could not be reached. Is it running?';
  return `This page met a fault of its own: ${error.message}`;
}

export const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.type === 'not_found';
