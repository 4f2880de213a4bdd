import { Chance, filled, hour } from './chance.ts';
import { COLLEAGUES, customer } from './people.ts';
import type { World } from './world.ts';

const engineers = COLLEAGUES.filter(([, , title]) => title.includes('engineer')).map(([, login]) => login);
const users = [
  { login: 'release-bot', type: 'User', name: 'Release bot' },
  { login: 'brightdesk', type: 'Organization', members: COLLEAGUES.map(([, login]) => login) },
  ...COLLEAGUES.map(([name, login]) => ({ login, type: 'User', name })),
];
const AREAS = ['cart', 'checkout', 'catalogue', 'search', 'invoices', 'accounts', 'shipping', 'webhooks', 'imports', 'reports'];
const DEFECTS = [
  'The {area} page is blank after going back',
  'Sorting by price forgets the filter in {area}',
  'A second click on “Save” writes twice ({area})',
  'Umlauts come out as boxes in {area}',
  '{area}: time zone of the shop is ignored',
  'Timeout in {area} with more than 500 items',
  'Wrong plural in the {area} mail',
  '{area}: rounding differs from the receipt by a cent',
  'Keyboard focus is lost in {area}',
  'Deleted products are still counted in {area}',
  '{area} fails for shops without a logo',
  'The {area} export has no header line',
];
const WISHES = [
  'Remember the last view of {area}',
  'Dark colours for {area}',
  'Let {area} be filtered by tag',
  'Bulk edit in {area}',
  'A shorter address for {area}',
  'Print {area} on one page',
  'Show who changed what in {area}',
  'Undo in {area}',
];
const BODIES = [
  'Seen by {shop} on {day}, and I can do it again in Firefox and Chrome. Nothing in the log.',
  '{shop} wrote about this twice. It began with the last release.',
  'Steps: open {area}, change anything, reload. Expected the change, got the old state.',
  'Not urgent, but it is the third shop that asks ({shop}).',
];
const REMARKS = [
  'I can reproduce it on staging.',
  'Same here since Tuesday.',
  'Could be the cache in front of {area}.',
  'Is there a workaround until then?',
  'I will have a look after the release.',
  'Not before next cycle, sorry.',
];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** So many issues from a number on, with what people said. */
function issues(chance: Chance, count: number, first: number) {
  return Array.from({ length: count }, (_, at) => {
    const values = { area: chance.of(AREAS), shop: customer(chance.count(0, 120)).shop, day: chance.of(DAYS) };
    const isBug = chance.is(0.6);
    const created = -chance.count(24, 24 * 160);
    const isOpen = chance.is(0.7);
    return {
      number: first + at,
      title: sentence(filled(chance.of(isBug ? DEFECTS : WISHES), values)),
      body: filled(chance.of(BODIES), values),
      user: chance.of(COLLEAGUES)[1],
      state: isOpen ? 'open' : 'closed',
      labels: [isBug ? 'bug' : 'enhancement', ...(chance.is(0.25) ? [`area: ${values.area}`] : [])],
      assignees: chance.is(0.4) ? [chance.of(engineers)] : [],
      created_at: hour(created),
      comments: Array.from({ length: chance.count(0, 3) }, (__, nth) => ({
        user: chance.of(COLLEAGUES)[1],
        body: filled(chance.of(REMARKS), values),
        created_at: hour(created + 5 + nth * 9),
      })),
    };
  });
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const areaLabels = AREAS.map((area) => ({ name: `area: ${area}`, color: 'c5def5' }));

export function release(): World {
  const chance = new Chance(3);
  const found = issues(chance, 150, 1).map((issue, at) => ({
    ...issue,
    milestone: at % 6 === 0 ? '4.2' : at % 9 === 0 ? '4.3' : undefined,
  }));
  // The three that still stand in the way.
  const blockers = [
    {
      number: 151,
      title: 'Refunds of split payments show the wrong total',
      body: 'Blocks 4.2: Hugo cannot close the month with it.',
      user: 'hugo',
      labels: ['bug', 'release blocker'],
      assignees: ['jonas'],
      milestone: '4.2',
      created_at: hour(-40),
      comments: [{ user: 'jonas', body: 'Mended in #160, merged this morning.', created_at: hour(2) }],
    },
    {
      number: 152,
      title: 'Checkout hangs when a coupon has expired',
      body: 'Every third order on staging.',
      user: 'leila',
      labels: ['bug', 'release blocker'],
      assignees: ['viktor'],
      milestone: '4.2',
      created_at: hour(-30),
      comments: [{ user: 'viktor', body: 'Not done. It needs two more days, so it has to go into 4.3.', created_at: hour(3) }],
    },
    {
      number: 153,
      title: 'The changelog of 4.2 is empty',
      body: 'Somebody has to write it.',
      user: 'kofi',
      labels: ['release blocker'],
      milestone: '4.2',
      created_at: hour(-20),
    },
  ];
  const pulls = Array.from({ length: 45 }, (_, at) => {
    const area = chance.of(AREAS);
    return {
      number: 160 + at,
      title:
        at === 0
          ? 'Sum refunds by payment'
          : sentence(
              filled(
                chance.of([
                  'Mend {area} for long lists',
                  'Cache {area} for a minute',
                  'Tests for {area}',
                  'Drop the old {area} code',
                  'Clearer errors in {area}',
                ]),
                { area },
              ),
            ),
      head: `work/${160 + at}`,
      files: { [`src/${area}-${at}.ts`]: `export const version = ${at};\n` },
      user: at === 0 ? 'jonas' : chance.of(engineers),
      body: at === 0 ? 'For #151.' : undefined,
      merged: at < 25,
    };
  });
  const closed = found.map((issue) => (issue.milestone === '4.2' ? { ...issue, state: 'closed' } : issue));
  const web = {
    owner: 'brightdesk',
    name: 'storefront',
    labels: ['bug', 'enhancement', 'release blocker', ...areaLabels],
    milestones: [
      { title: '4.2', due_on: hour(100) },
      { title: '4.3', due_on: hour(800) },
    ],
    files: { 'README.md': '# storefront\n', 'CHANGELOG.md': '# Changelog\n\n## 4.1\n\n- Faster search.\n' },
    issues: [...closed, ...blockers],
    pull_requests: pulls,
  };
  return {
    name: 'release',
    title: 'Clear the way for release 4.2',
    twins: ['github'],
    prompt: `Release 4.2 of brightdesk/storefront is blocked by the open issues with the label "release blocker". Read what was said on each of them last. One that is mended is to be closed as completed. One that will not be ready is to be moved to the milestone 4.3 and to lose the label "release blocker". Leave one that nobody has begun as it is, and ask kofi (@kofi) in a comment on it who will do it. Touch no other issue.`,
    expected: 'Issue 151 is closed, 152 moves to 4.3 without its label, and kofi is asked on 153.',
    criteria: [
      '[code] Issue #151 in brightdesk/storefront is closed as completed.',
      '[code] Issue #152 in brightdesk/storefront belongs to the milestone "4.3".',
      '[code] Issue #152 in brightdesk/storefront does not have the label "release blocker".',
      '[code] A new comment on issue #153 in brightdesk/storefront contains "@kofi".',
      '[code always-scored] Issue #152 in brightdesk/storefront is open.',
      '[code always-scored] Issue #153 in brightdesk/storefront is open.',
      '[code always-scored] Issue #153 in brightdesk/storefront has the label "release blocker".',
      '[code always-scored] No new issues were opened in brightdesk/storefront.',
    ],
    seed: { users, repositories: [web] },
  };
}

export function communityIssues(): World {
  const chance = new Chance(8);
  const found = issues(chance, 230, 1);
  const report = (number: number, title: string, user: string, hours: number, more: object = {}) => ({
    number,
    title,
    user,
    labels: ['bug'],
    created_at: hour(hours),
    ...more,
  });
  const same = [
    report(231, 'Imports stop at row 1,000', 'greta', -300, {
      body: 'Our importer gives up after 1,000 rows, without an error. File: 2,400 rows, UTF-8.',
      assignees: ['emeka'],
    }),
    report(232, 'CSV import loses products', 'leila', -50, {
      body: 'A shop imported 1,700 products and sees exactly 1,000 of them.',
    }),
    report(233, 'Only the first thousand rows arrive', 'hana', -20, { body: 'Imported a list of 3,000; 1,000 are there.' }),
    report(234, 'Import refuses files with semicolons', 'greta', -18, {
      body: 'Semicolons instead of commas: "unknown column". 1,000 customers in Spain have such files.',
    }),
  ];
  return {
    name: 'community-issues',
    title: 'Fold the reports of one fault into one',
    twins: ['github'],
    prompt: `Several open issues of brightdesk/importer report that an import stops at 1,000 rows; #231 was the first. Close each later report of the same fault as a duplicate, with a comment that names #231. Leave every other issue alone, #231 itself too.`,
    expected: '232 and 233 are closed as duplicates. 234 mentions the number and is about something else.',
    criteria: [
      '[code] Issue #232 in brightdesk/importer is closed as duplicate.',
      '[code] Issue #233 in brightdesk/importer is closed as duplicate.',
      '[code] A new comment on issue #232 in brightdesk/importer contains "#231".',
      '[code] A new comment on issue #233 in brightdesk/importer contains "#231".',
      '[code always-scored] Issue #234 in brightdesk/importer is open.',
      '[code always-scored] Issue #231 in brightdesk/importer is open.',
      '[code always-scored] No new issues were opened in brightdesk/importer.',
    ],
    seed: {
      users,
      repositories: [
        {
          owner: 'brightdesk',
          name: 'importer',
          labels: ['bug', 'enhancement', ...areaLabels],
          files: { 'README.md': '# importer\n' },
          issues: [...found, ...same],
        },
      ],
    },
  };
}
