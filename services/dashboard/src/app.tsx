import { useQuery } from '@tanstack/react-query';
import { Navigate, NavLink, Route, Routes } from 'react-router';
import { api } from './api.ts';
import { ChecksPage } from './checks/checks-page.tsx';
import { GroupPage } from './groups/group-page.tsx';
import { GroupsPage } from './groups/groups-page.tsx';
import { KeysPage } from './keys/keys-page.tsx';
import { Empty } from './parts/states.tsx';
import { useTitle } from './parts/title.ts';
import { RunPage } from './run/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { SandboxPage } from './sandboxes/sandbox-page.tsx';
import { SandboxesPage } from './sandboxes/sandboxes-page.tsx';
import { ScenarioPage } from './scenarios/scenario-page.tsx';
import { TeamPage } from './team/team-page.tsx';

export function App() {
  return (
    <>
      <Header />
      <main id="main">
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
      </main>
    </>
  );
}

function Header() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => api.me(), staleTime: Number.POSITIVE_INFINITY });
  return (
    <header className="top">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <span className="brand">Sandbox Evaluation</span>
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
