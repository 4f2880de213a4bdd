import { ApiError } from '@svc/sdk';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { SandboxEnded } from './api.ts';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/parts.css';
import './styles/run.css';
import './styles/groups.css';
import './styles/write.css';

const FRESH_MS = 10_000;
const LEAST_SERVER_FAULT = 500;

/** A session that ended gets the sign-in page, which comes back here. */
function toSignIn(error: Error): void {
  if (error instanceof ApiError && error.type === 'invalid_auth') location.reload();
}

/** A sandbox that ended elsewhere is asked for again, and then shown as one that has ended. */
function hear(error: Error): void {
  if (error instanceof SandboxEnded) void queries.invalidateQueries({ queryKey: ['sandbox', error.sandbox] });
  else toSignIn(error);
}

/** A refusal stays one; only what may pass is asked again. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError ? error.status >= LEAST_SERVER_FAULT : !(error instanceof SandboxEnded);

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: hear }),
  mutationCache: new MutationCache({ onError: toSignIn }),
  defaultOptions: {
    // A service on this machine answers without any network, and one elsewhere says by itself that it can't be reached.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      retry: (count, error) => count < 2 && mayPass(error),
    },
  },
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      {/* What is chosen on a page stands in its address: put off, a box that was checked would stand unchecked meanwhile. */}
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
