import { expect, test } from '@jest/globals';
import { captures, People } from '../src/capture/index.ts';

const textOf = (text: string) => new People().text(text);

test.each([
  ['Call 91 23 45 67 now.', 'Call +1 555 0100 now.'],
  ['call 91234567', 'call +1 555 0100'],
  ['Ring me: (020) 7946-0018.', 'Ring me: +1 555 0100.'],
  ['It is 555-123-4567.', 'It is +1 555 0100.'],
  ['It is +47 912 34 567.', 'It is +1 555 0100.'],
  ['From NO93 8601 1117 947 to DE89370400440532013000', 'From [REDACTED] to [REDACTED]'],
  ['Card 4242 4242 4242 4242, 3782 822463 10005', 'Card [REDACTED], [REDACTED]'],
  ['https://acme.test/reset?id=7&token=9f8e7d6c5b4a3928', 'https://acme.test/reset?id=7&token=[REDACTED]'],
  ['The password is: Sommer2026!', 'The password is: [REDACTED]'],
  ['pwd=hunter22', 'pwd=[REDACTED]'],
  ['See https://linear.app/acme/issue/ENG-7/login-of-ada.', 'See ENG-7.'],
  ['See https://acme.slack.com/archives/C0123456789/p1772359200000100', 'See https://example.slack.com'],
  ['9b2f6f0e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', 'an-id'],
])('%j is private: %j', (text, kept) => {
  expect(textOf(text)).toBe(kept);
});

test.each([
  'On 2026-03-01, at 10:30, version 1.2.3 of 12 345 678 rows; order 6735-22.',
  'The password is wrong, so the pin stays.',
  'Pages 10-12, 2026 03 01, 100 200 300 units, lines 12-34.',
  'https://acme.test/issues?page=2&state=open',
  'Commit 1234567, call it twice in 30 minutes.',
])('%j stays as it is', (text) => {
  expect(textOf(text)).toBe(text);
});

/** As `readExported` gives it. */
const file = (records: object[]) => ({ folder: 'export', name: 'file', records: records as Record<string, unknown>[] });
const github = captures.find(({ twin }) => twin === 'github');
const api = 'https://api.github.com/repos/acme/web';

test('whom an address spells out, whom a record names and who wrote are one person, in whatever order they come', () => {
  const people = new People();
  const records = [
    {
      number: 1,
      title: 'For Solveig Haugen',
      body: 'Mail solveig.haugen@acme.test, said Haugen. noreply.support@acme.test: support is closed.',
      user: { login: 'solveigh', type: 'User' },
      state: 'open',
      repository_url: api,
      milestone: { title: 'Q3', state: 'open', due_on: '2026-09-30T07:00:00Z' },
    },
    { login: 'solveigh', id: 4, type: 'User', name: 'Solveig Haugen', email: 'solveig.haugen@acme.test' },
  ];
  people.meetAddresses(records);
  const made = github?.seed([file(records)], people, {});
  expect(JSON.stringify(made?.seed)).not.toMatch(/solveig|haugen/i);
  expect(made?.seed).toMatchObject({
    repositories: [
      {
        milestones: [{ title: 'Q3', state: 'open', due_on: '2026-09-30T07:00:00Z' }],
        issues: [
          {
            title: 'For Ada Abara',
            user: 'ada-abara',
            milestone: 'Q3',
            body: expect.stringMatching(/^Mail ada\.abara@example\.com, said Abara\. .*: support is closed\.$/),
          },
        ],
      },
    ],
  });
  expect(made?.leftOut.size).toBe(0);
});

test('metadata keeps numbers of orders, and no ids of other systems', () => {
  const stripe = captures.find(({ twin }) => twin === 'stripe');
  const metadata = { order_id: '6735', crm: '00Q5e00000A1b2c', note: 'call 91234567', day: '2026-03-01' };
  const made = stripe?.seed(
    [file([{ object: 'customer', id: 'cus_QwErTyUiOp12', name: 'Ada Byron', metadata }])],
    new People(),
    {},
  );
  expect(made?.seed).toMatchObject({
    customers: [{ metadata: { order_id: '6735', crm: 'an-id', note: 'call +1 555 0100', day: '2026-03-01' } }],
  });
});
