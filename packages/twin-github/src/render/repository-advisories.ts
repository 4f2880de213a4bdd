import { viewerOf } from '../actions/access.ts';
import { baseScore } from '../actions/alerts/cvss.ts';
import type { GithubContext, RepositoryAdvisory } from '../world.ts';
import { renderShortTeam } from './organizations.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { nullableUserById, simpleUserById } from './users.ts';

/** What a weakness is called, as GitHub's database of this world says. */
function weaknessName({ world }: GithubContext, id: string): string {
  const known = [...world.advisories.values()].flatMap(({ cwes }) => cwes).find(({ cwe_id }) => cwe_id === id);
  return known?.name ?? '';
}

function teamsOf(context: GithubContext, { collaborating_team_ids: ids }: Readonly<RepositoryAdvisory>) {
  return ids.flatMap((id) => {
    const team = context.world.teams.get(id);
    const organization = team && context.world.users.get(team.organization_id);
    return organization ? [renderShortTeam(context, organization, team)] : [];
  });
}

/** Whoever credits oneself has accepted it; nobody else answers here. */
const creditsOf = (context: GithubContext, { credits, author_id }: Readonly<RepositoryAdvisory>) =>
  credits.map(({ user_id, type }) => ({
    user: simpleUserById(context, user_id),
    type,
    state: user_id === author_id && author_id === viewerOf(context).id ? 'accepted' : 'pending',
  }));

/** https://docs.github.com/rest/security-advisories/repository-advisories: schema `repository-advisory` */
export function renderRepositoryAdvisory(context: GithubContext, advisory: Readonly<RepositoryAdvisory>) {
  const vector = advisory.cvss_vector_string;
  const cvss = { vector_string: vector, score: vector === null ? null : (baseScore(vector) ?? null) };
  const { cve_id, ghsa_id, cwe_ids } = advisory;
  return {
    ...{ ghsa_id, cve_id },
    url: `${repositoryUrl(context, advisory)}/security-advisories/${ghsa_id}`,
    html_url: `${repositoryHtmlUrl(context, advisory)}/security/advisories/${ghsa_id}`,
    ...{ summary: advisory.summary, description: advisory.description, severity: advisory.severity },
    author: simpleUserById(context, advisory.author_id),
    publisher: nullableUserById(context, advisory.publisher_id),
    identifiers: [{ type: 'GHSA', value: ghsa_id }, ...(cve_id === null ? [] : [{ type: 'CVE', value: cve_id }])],
    state: advisory.state,
    ...{ created_at: advisory.created_at, updated_at: advisory.updated_at, published_at: advisory.published_at },
    ...{ closed_at: advisory.closed_at, withdrawn_at: null },
    // Nobody reports to a repository from outside here.
    submission: null,
    vulnerabilities: advisory.vulnerabilities,
    cvss,
    cvss_severities: { cvss_v3: cvss, cvss_v4: { vector_string: null, score: null } },
    cwes: cwe_ids.map((cwe_id) => ({ cwe_id, name: weaknessName(context, cwe_id) })),
    cwe_ids,
    credits: advisory.credits.map(({ user_id, type }) => ({ login: simpleUserById(context, user_id).login, type })),
    credits_detailed: creditsOf(context, advisory),
    collaborating_users: advisory.collaborating_user_ids.map((id) => simpleUserById(context, id)),
    collaborating_teams: teamsOf(context, advisory),
    private_fork: null,
  };
}
