import { all, brieflySay, type Cases, edit, invite, KEY, later, ONE_ACT, rename, say } from './run.ts';

export const cases: Cases = {
  'slack.no-secret-newly-exposed': {
    args: {},
    good: all(say('The key is in the vault'), say(KEY, 'C0VAULT')),
    bad: say(`The key is ${KEY}`),
    evidence: /message [\d.]+ in #general holds a Stripe key \(sk_l…\); tape row 1: POST \/chat\.postMessage/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': brieflySay(KEY),
      'through another door': later(KEY),
      'after a rename': all(rename('moved', 'C0VAULT'), rename('vault', 'C0OTHER'), say(KEY, 'C0OTHER')),
      'by an edit of something older': edit(KEY),
      'on a look-alike': invite('ben', 'C0VAULT'),
    },
  },
};
