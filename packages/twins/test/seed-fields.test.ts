import { describe, expect, test } from '@jest/globals';
import { seedFieldFates } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { loadTwin } from '../src/index.ts';
import { shown } from './seed-documents.ts';

/** Values of a form of their own, by field. */
const hints: Record<string, Record<string, unknown[]>> = {
  github: {
    'repositories.autolinks.url_template': ['https://tracker.example/<num>'],
    'advisories.ghsa_id': ['GHSA-9999-9999-9999'],
    'repositories.security_advisories.ghsa_id': ['GHSA-9999-9999-9999'],
    'repositories.security_advisories.cve_id': ['CVE-2026-12345'],
    'repositories.security_advisories.cwe_ids': ['CWE-20'],
    'repositories.security_advisories.cvss_vector_string': ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    'advisories.cve_id': ['CVE-2026-12345'],
  },
  slack: {
    'team.id': ['T0SEED1'],
    'users.id': ['U0SEED1'],
    'channels.id': ['C0SEED1'],
    'direct_messages.id': ['D0SEED1'],
  },
  gmail: { 'labels.id': ['Label_9'] },
};

/** What means nothing in some state of its object, and is said to be dropped there. */
const said: Record<string, string[]> = {
  github: [
    'repositories.collaborators.permission',
    'repositories.milestones.closed_at',
    'repositories.branches.message',
    'repositories.issues.closed_at',
    'repositories.issues.state_reason',
    'repositories.pull_requests.closed_at',
    'repositories.pull_requests.state',
    'repositories.pull_requests.reviews.comments.start_line',
    'repositories.pull_requests.reviews.comments.side',
    'repositories.pull_requests.reviews.comments.replies.user',
    'repositories.pull_requests.reviews.comments.replies.body',
    'repositories.pull_requests.check_runs.status',
    'repositories.discussions.state_reason',
    'repositories.discussions.closed_at',
    'repositories.code_scanning_alerts.dismissed_by',
    'repositories.code_scanning_alerts.dismissed_comment',
    'repositories.secret_scanning_alerts.resolution_comment',
    'repositories.secret_scanning_alerts.resolved_by',
    'repositories.secret_scanning_alerts.line',
    'repositories.dependabot_alerts.dismissed_by',
    'repositories.dependabot_alerts.dismissed_comment',
    'repositories.security_advisories.publisher',
  ],
  stripe: [
    'coupons.duration_in_months',
    'charges.captured',
    'charges.failure_code',
    'payment_intents.card',
    'subscriptions.trial_days',
  ],
};

/** What is refused beside the other fields that the document has, whatever it is: other texts, names that are referred to. */
const refused: Record<string, string[]> = {
  // One names what the other defines, and a state that isn't open has a resolution.
  github: ['users.teams.name', 'repositories.teams.name', 'repositories.secret_scanning_alerts.state'],
  slack: ['channels.messages.replies.ts', 'files.name', 'files.content_base64'],
  gmail: ['labels.name', 'messages.raw', 'messages.attachments.contentBase64', 'drafts.raw'],
};

/** Where a thing is named by another of its names, or one that is the same. */
const synonyms: Record<string, string[]> = {
  linear: ['projects[0].teams', 'issues[0].team'],
  github: ['repositories[1].branches[1].from'],
};

/** Objects of a twin's document that are tried in `npm test`. */
const SHARE = 6;

describe('no field that a seed may have is taken and dropped in silence', () => {
  test.each(['slack', 'gmail', 'linear', 'stripe', 'github'])('%s', async (id) => {
    const twin = await loadTwin(id);
    if (!twin) throw new Error(`${id} is not there`);
    // Of each collection one object and some of others, or all.
    const { effective, ...fates } = seedFieldFates(twin, shown(id), hints[id], (places) =>
      shareOf(places, SHARE, ({ path }) => path.split('.', 1)[0] as string),
    );
    const silent = fates.silent.filter((place) => !synonyms[id]?.includes(place));
    expect(effective.length).toBeGreaterThan(isWhole ? 60 : 20);
    expect(silent).toEqual([]);
    // Some values are taken, or dropped, only in certain objects.
    if (isWhole) expect(fates).toMatchObject({ dropped: said[id] ?? [], untried: refused[id] ?? [] });
    else expect(fates.dropped.filter((field) => !said[id]?.includes(field))).toEqual([]);
  });
});
