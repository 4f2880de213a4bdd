import { ApiError } from '@svc/sdk';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
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

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: toSignIn }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A refusal stays one; only what may pass is asked again.
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= LEAST_SERVER_FAULT),
    },
    mutations: { onError: toSignIn },
  },
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
