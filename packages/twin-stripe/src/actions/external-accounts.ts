import { InvalidAccount, NoSuchObject } from '../errors.ts';
import type { Account, BankAccountFacts, StripeContext } from '../world.ts';
import { type ListParams, type Page, pageOf } from './list.ts';

type HasWorld = Pick<StripeContext, 'world'>;

/** What Stripe gives an account of test mode (docs: Testing, "Payouts"). */
const TEST_BANK = { bank_name: 'STRIPE TEST BANK', last4: '6789', routing_number: '110000000' };
const DEFAULT_ID = 'ba_1DefaultOfTheTwin00000000';

export function accountOf({ world }: HasWorld): Readonly<Account> {
  const account = world.account.by.all.first('all');
  if (!account) throw new Error('the world has no account');
  return account;
}

function factsOf({ bank_accounts, country, default_currency }: Readonly<Account>): readonly Readonly<BankAccountFacts>[] {
  return bank_accounts ?? [{ id: DEFAULT_ID, ...TEST_BANK, country, currency: default_currency }];
}

/** A bank account of the account, as the API has it: nothing is charged to it, so there is no fingerprint. */
export type BankAccount = ReturnType<typeof bankAccounts>[number];

export function bankAccounts(context: HasWorld) {
  const account = accountOf(context);
  const facts = factsOf(account);
  return facts.map(({ id, bank_name, country, currency, last4, routing_number }) => ({
    id,
    object: 'bank_account' as const,
    account: account.id,
    account_holder_name: account.display_name,
    account_holder_type: 'company',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name,
    country,
    currency,
    default_for_currency: facts.find((one) => one.currency === currency)?.id === id,
    fingerprint: null,
    future_requirements: null,
    last4,
    metadata: {},
    requirements: null,
    routing_number,
    status: 'new',
  }));
}

/** Where a payout of a currency goes: the bank account of that currency, else the first one. */
export function destinationOf(context: HasWorld, currency: string): string {
  const facts = factsOf(accountOf(context));
  return (facts.find((one) => one.currency === currency) ?? facts[0])?.id ?? DEFAULT_ID;
}

/** The key acts for its own account. @throws InvalidAccount */
export function requireOwnAccount(context: HasWorld, id: string): void {
  if (accountOf(context).id !== id) throw new InvalidAccount(id);
}

export interface ExternalAccountListParams extends Omit<ListParams, 'created'> {
  object?: string | null;
}

/** Cards for payouts are none here. @throws InvalidAccount */
export function listExternalAccounts(context: HasWorld, account: string, params: ExternalAccountListParams): Page<BankAccount> {
  requireOwnAccount(context, account);
  const all = params.object === 'card' ? [] : bankAccounts(context);
  return pageOf(all, 'external account', params);
}

/** @throws InvalidAccount, NoSuchObject */
export function getExternalAccount(context: HasWorld, account: string, id: string): BankAccount {
  requireOwnAccount(context, account);
  const found = bankAccounts(context).find((one) => one.id === id);
  if (!found) throw new NoSuchObject('external account', id);
  return found;
}
