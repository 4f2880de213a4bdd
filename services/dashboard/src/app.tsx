import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, NavLink, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { api } from './api.ts';
import { Boundary } from './parts/boundary.tsx';
import { Empty, Loading } from './parts/states.tsx';
import { useTitle } from './parts/title.ts';
import { RunPage } from './run/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';

// Whoever follows a link to a run loads what shows a run; the rest comes when it is gone to.
const ChecksPage = lazy(async () => ({ default: (await import('./checks/checks-page.tsx')).ChecksPage }));
const GroupPage = lazy(async () => ({ default: (await import('./groups/group-page.tsx')).GroupPage }));
const GroupsPage = lazy(async () => ({ default: (await import('./groups/groups-page.tsx')).GroupsPage }));
const KeysPage = lazy(async () => ({ default: (await import('./keys/keys-page.tsx')).KeysPage }));
const SandboxPage = lazy(async () => ({ default: (await import('./sandboxes/sandbox-page.tsx')).SandboxPage }));
const SandboxesPage = lazy(async () => ({ default: (await import('./sandboxes/sandboxes-page.tsx')).SandboxesPage }));
const ScenarioPage = lazy(async () => ({ default: (await import('./scenarios/scenario-page.tsx')).ScenarioPage }));
const TeamPage = lazy(async () => ({ default: (await import('./team/team-page.tsx')).TeamPage }));

export function App() {
  const { pathname } = useLocation();
  const main = useAnotherPage(pathname);
  return (
    <>
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={pathname}>
          <Suspense fallback={<Loading what="the page" />}>
            <Routes>
              <Route path="/" element={<Navigate to="/runs" replace />} />
              <Route path="/runs" element={<RunsPage />} />
              <Route path="/runs/:id" element={<RunPage />} />
              <Route path="/groups" element={<GroupsPage />} />
              <Route path="/groups/:id" element={<GroupPage />} />
              <Route path="/sandboxes" element={<SandboxesPage />} />
              <Route path="/sandboxes/:id" element={<SandboxPage />} />
              <Route path="/checks" element={<ChecksPage />} />
              <Route path="/scenarios" element={<ScenarioPage />} />
              <Route path="/keys" element={<KeysPage />} />
              <Route path="/team" element={<TeamPage />} />
              <Route path="*" element={<NoSuchPage />} />
            </Routes>
          </Suspense>
        </Boundary>
      </main>
    </>
  );
}

/** Another page begins at its top, and there the keyboard goes on; whoever goes back finds the place where he was. */
function useAnotherPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const came = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (came === 'POP') return;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, came]);
  return main;
}

function Header() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => api.me(), staleTime: Number.POSITIVE_INFINITY });
  return (
    <header className="top">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Link className="brand" to="/runs">
        Sandbox Evaluation
      </Link>
      <nav aria-label="Pages">
        <NavLink to="/runs">Runs</NavLink>
        <NavLink to="/groups">Groups</NavLink>
        <NavLink to="/sandboxes">Sandboxes</NavLink>
        <NavLink to="/checks">Checks</NavLink>
        <NavLink to="/scenarios">Scenario</NavLink>
        <NavLink to="/keys">Keys</NavLink>
        <NavLink to="/team">Team</NavLink>
      </nav>
      <form className="account" method="post" action="/signout">
        <span className="who">{me.data && `${me.data.user.email} · ${me.data.team.slug}`}</span>
        <button type="submit" className="quiet">
          Sign out
        </button>
      </form>
    </header>
  );
}

function NoSuchPage() {
  useTitle('No such page');
  return (
    <Empty title="There is no such page">
      Go to <NavLink to="/runs">the runs</NavLink>.
    </Empty>
  );
}
