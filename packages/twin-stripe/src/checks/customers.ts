import {
  added,
  type CheckParam,
  containing,
  defineSeededTapeCheck,
  failed,
  type Key,
  type Passage,
  passage,
  quoted,
  readsSame,
  says,
  writesScan,
} from '@svc/twin-kit';
import type { Customer, StripeCollections } from '../world.ts';
import { called, check, counting, findOne, metadataValue, onCustomer, verdict, withCustomers } from './find.ts';
import { customersOfSeed } from './names.ts';
import * as params from './params.ts';

const { balance, coupon, customer, email, key, needle, text, value } = params;

/** The texts of a customer by what people call them. */
export const CUSTOMER_FIELDS: Readonly<
  Record<string, { own: keyof Customer & string; read(customer: Readonly<Customer>): string | null | undefined }>
> = {
  name: { own: 'name', read: ({ name }) => name },
  email: { own: 'email', read: (one) => one.email },
  phone: { own: 'phone', read: ({ phone }) => phone },
  description: { own: 'description', read: ({ description }) => description },
  street: { own: 'address', read: ({ address }) => address?.line1 },
  city: { own: 'address', read: ({ address }) => address?.city },
  'postal code': { own: 'address', read: ({ address }) => address?.postal_code },
  state: { own: 'address', read: ({ address }) => address?.state },
  country: { own: 'address', read: ({ address }) => address?.country },
  'tax exemption': { own: 'tax_exempt', read: ({ tax_exempt }) => tax_exempt },
  'invoice footer': { own: 'invoice_settings', read: (one) => one.invoice_settings.footer },
};

export const customerField: CheckParam = params.oneOf(Object.keys(CUSTOMER_FIELDS), 'phone', 'One of');

function textOf(one: Readonly<Customer>, field: string): Passage {
  return passage(field, CUSTOMER_FIELDS[field]?.read(one) ?? '');
}

const said = (one: Readonly<Customer>, { field, text: found }: Passage, wanted = ''): string =>
  `the ${field} of customer ${one.id} is ${found === '' ? 'empty' : quoted(found, wanted)}`;

/** Who is there, and what is known of them. */
export const customerChecks = [
  check({
    id: 'stripe.customer-exists',
    template: 'A customer with the email "{email}" exists.',
    description: 'At the end at least one customer has exactly this email address, be it an older one.',
    compares: 'the email addresses of all customers with {email}',
    substrate: 'final_state',
    params: { email },
    evaluate: (args, { customers }) =>
      findOne(
        customers,
        (one) => one.email === args.email,
        called,
        `none of the ${customers.length} customers has the email "${args.email}"`,
      ),
  }),
  check({
    id: 'stripe.customer-created',
    template: 'A customer with the email "{email}" was created.',
    description: 'A customer that the seed does not have has exactly this email address at the end.',
    compares: 'the email addresses of the new customers with {email}',
    substrate: 'seed_and_final_state',
    params: { email },
    evaluate: (args, final, seed) =>
      findOne(added(seed.customers, final.customers), (one) => one.email === args.email, called, 'new customers'),
  }),
  ...counting({
    id: 'new-customer',
    words: 'customers were created',
    description: 'The number of customers at the end that the seed does not have.',
    compares: 'the number of new customers with {count}',
    found: (final, seed) => added(seed.customers, final.customers).map(called),
  }),
  check({
    id: 'stripe.customer-deleted',
    template: 'Customer {customer} was deleted.',
    description: 'Every customer of the seed whom the sentence means is gone at the end; there was one.',
    compares: 'the customers of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { customer },
    evaluate(args, final, seed) {
      const meant = customersOfSeed(seed, args.customer);
      const left = meant.filter(({ id }) => final.customers.some((one) => one.id === id));
      const evidence = `of ${meant.length} in the seed there are at the end ${left.length} (${left.map(called).join(', ')})`;
      return verdict(meant.length > 0 && left.length === 0, evidence);
    },
  }),
  onCustomer({
    id: 'stripe.customer-field-is',
    template: 'The {field} of customer {customer} is "{text}".',
    description: 'The whole text, as it reads.',
    compares: 'the field of the customer with {text}',
    params: { field: customerField, text },
    judge(one, args) {
      const found = textOf(one, args.field);
      return verdict(readsSame(found.text, args.text), said(one, found, args.text));
    },
  }),
  onCustomer({
    id: 'stripe.customer-field-contains',
    template: 'The {field} of customer {customer} contains "{needle}".',
    description: 'A part of the text, as it reads.',
    compares: 'the field of the customer with {needle}',
    params: { field: customerField, needle },
    judge(one, args) {
      const found = textOf(one, args.field);
      return verdict(says(found, containing(args.needle)), said(one, found, args.needle));
    },
  }),
  defineSeededTapeCheck<StripeCollections>()({
    id: 'stripe.customer-field-unchanged',
    template: 'The {field} of customer {customer} did not change.',
    description:
      'No call gave a customer of the seed whom the sentence means another value than the seed has, or deleted one. What was changed and changed back counts.',
    compares: 'the field of the customer in the seed with what each call made of it',
    params: { field: customerField, customer },
    scan(args, seed) {
      const meant = new Map<Key, Customer>(customersOfSeed(seed, args.customer).map((one) => [one.id, one]));
      if (meant.size === 0) return { row: () => {}, outcome: () => failed(`the seed has no customer ${args.customer}`) };
      return writesScan(({ collection, id, after }) => {
        const old = collection === 'customers' ? meant.get(id) : undefined;
        if (!old) return undefined;
        const isAsItWas = after !== null && textOf(after as Customer, args.field).text === textOf(old, args.field).text;
        return isAsItWas ? undefined : `the ${args.field}: changed: ${called(old)}`;
      });
    },
  }),
  onCustomer({
    id: 'stripe.customer-balance',
    template: 'The balance of customer {customer} is {balance}.',
    description: 'What the next invoice takes up, in the smallest unit of the currency: negative is credit, positive is debt.',
    compares: 'the balance of the customer with {balance}',
    params: { balance },
    judge: (one, args) => verdict(one.balance === Number(args.balance), `the balance of customer ${one.id} is ${one.balance}`),
  }),
  check({
    id: 'stripe.customer-metadata-is',
    template: 'The customer with the email "{email}" has the metadata "{key}" set to "{value}".',
    description:
      'One key of the metadata of a customer, and its whole value as it reads. The email address is that of the seed. Of several customers that have it, it is enough that it is so of one.',
    compares: 'the value under {key} of the customer with {value}',
    substrate: 'final_state',
    params: { email, key, value },
    evaluate: (args, final, seed) =>
      withCustomers({ seed, final }, args.email, ({ id, metadata }) => {
        const actual = metadataValue(metadata, args.key);
        const found = actual === undefined ? 'absent' : quoted(actual, args.value);
        return verdict(
          actual !== undefined && readsSame(actual, args.value),
          `metadata "${args.key}" of customer ${id}: ${found}`,
        );
      }),
  }),
  onCustomer({
    id: 'stripe.customer-has-coupon',
    template: 'Customer {customer} has the coupon {coupon}.',
    description: 'The discount that the customer has on everything comes from this coupon, be it by a promotion code.',
    compares: 'the coupon of the discount of the customer with {coupon}',
    params: { coupon },
    judge: ({ id, discount }, args) =>
      verdict(discount?.source.coupon === args.coupon, `the coupon of customer ${id} is ${discount?.source.coupon ?? 'none'}`),
  }),
];
