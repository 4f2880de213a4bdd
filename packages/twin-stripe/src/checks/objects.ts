import {
  added,
  type CheckArgs,
  type CheckParam,
  containing,
  factCheck,
  failed,
  type Outcome,
  type Passage,
  passage,
  quoted,
  readsSame,
  says,
} from '@svc/twin-kit';
import type { StripeCollections, StripeState } from '../world.ts';
import { best, check, findOne, metadataValue, verdict, worst } from './find.ts';
import { type AnyObject, KINDS, type Kind, objectsMeant, recordsOf, type Worlds } from './names.ts';
import * as params from './params.ts';

const { key, needle, object, text, value } = params;

/** Texts that objects of several kinds have, by what people call them. */
const FIELDS: Readonly<Record<string, (one: Readonly<AnyObject>) => unknown>> = {
  description: (one) => one.description,
  name: (one) => one.name,
  nickname: (one) => one.nickname,
  'lookup key': (one) => one.lookup_key,
  'receipt email': (one) => one.receipt_email,
  'statement descriptor': (one) => one.statement_descriptor,
  'invoice number': (one) => one.number,
  footer: (one) => one.footer,
  reason: (one) => one.reason,
  'cancellation reason': (one) => one.cancellation_reason,
  'cancellation comment': (one) => (one.cancellation_details as { comment?: unknown } | undefined)?.comment,
  'cancellation feedback': (one) => (one.cancellation_details as { feedback?: unknown } | undefined)?.feedback,
  'collection method': (one) => one.collection_method,
  'capture method': (one) => one.capture_method,
};
const field: CheckParam = params.oneOf(Object.keys(FIELDS), 'description', 'One of');
const kind: CheckParam = params.oneOf(Object.keys(KINDS), 'charge', 'One of');

function textOf(one: Readonly<AnyObject>, name: string): Passage {
  const found = FIELDS[name]?.(one);
  return passage(name, typeof found === 'string' ? found : '');
}
const said = (one: Readonly<AnyObject>, { field: name, text: found }: Passage, wanted = ''): string =>
  `the ${name} of ${one.id} is ${found === '' ? 'empty' : quoted(found, wanted)}`;

interface OnObject<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  /** Besides `object`. */
  params: Readonly<Record<P, CheckParam>>;
  /** True where the sentence says what isn't so: of none of those that it may mean. */
  ofAll?: boolean;
  judge(one: Readonly<AnyObject>, args: CheckArgs<P | 'object'>, worlds: Worlds): Outcome;
}

const ANY = 'Of several customers with one email address, it is enough that it is so of one.';
const ALL = 'Of several customers with one email address, it has to be so of each.';

/** Declares a check on one object, which has to be there. */
const onObject = <P extends string>({ params: own, description, ofAll = false, judge, ...words }: OnObject<P>) =>
  check({
    ...words,
    description: `${description} ${ofAll ? ALL : ANY}`,
    substrate: 'final_state',
    params: { ...own, object } as Readonly<Record<P | 'object', CheckParam>>,
    evaluate(args: CheckArgs<P | 'object'>, final, seed) {
      const meant = objectsMeant({ seed, final }, args.object);
      if (typeof meant === 'string') return failed(meant);
      const sum = ofAll ? worst : best;
      return sum(meant.map((one) => judge(one, args, { seed, final })));
    },
  });

const metadataOf = (
  { id, metadata = {} }: Readonly<AnyObject>,
  name: string,
): { found: string | undefined; evidence: string } => {
  const found = metadataValue(metadata, name);
  return { found, evidence: `metadata "${name}" of ${id}: ${found === undefined ? 'absent' : quoted(found)}` };
};
const isValue = (found: string | undefined, wanted: string): boolean => found !== undefined && readsSame(found, wanted);

/** What the final world has of a kind and the seed has not. */
const freshOf = (final: StripeState, seed: StripeState, of: string): readonly Readonly<AnyObject>[] =>
  added(recordsOf(seed, of as Kind), recordsOf(final, of as Kind));

/** What objects of all kinds have. */
export const objectChecks = [
  onObject({
    id: 'stripe.metadata-is',
    template: 'The metadata "{key}" of {object} is "{value}".',
    description: 'One key of the metadata of an object, and its whole value as it reads.',
    compares: 'the value under {key} of the object with {value}',
    params: { key, value },
    judge(one, args) {
      const { found, evidence } = metadataOf(one, args.key);
      return verdict(isValue(found, args.value), evidence);
    },
  }),
  onObject({
    id: 'stripe.metadata-is-absent',
    template: 'The metadata "{key}" of {object} is not set.',
    description: 'The metadata of an object do not have this key. The object has to be there.',
    compares: 'the keys of the metadata of the object with {key}',
    params: { key },
    ofAll: true,
    judge(one, args) {
      const { found, evidence } = metadataOf(one, args.key);
      return verdict(found === undefined, evidence);
    },
  }),
  onObject({
    id: 'stripe.object-field-is',
    template: 'The {field} of {object} is "{text}".',
    description: 'The whole text of an object, as it reads.',
    compares: 'the field of the object with {text}',
    params: { field, text },
    judge(one, args) {
      const found = textOf(one, args.field);
      return verdict(readsSame(found.text, args.text), said(one, found, args.text));
    },
  }),
  onObject({
    id: 'stripe.object-field-contains',
    template: 'The {field} of {object} contains "{needle}".',
    description: 'A part of a text of an object, as it reads.',
    compares: 'the field of the object with {needle}',
    params: { field, needle },
    judge(one, args) {
      const found = textOf(one, args.field);
      return verdict(says(found, containing(args.needle)), said(one, found, args.needle));
    },
  }),
  check({
    id: 'stripe.new-object-with-metadata',
    template: 'A new {kind} has the metadata "{key}" set to "{value}".',
    description: 'An object of this kind that the seed does not have has this in its metadata at the end.',
    compares: 'the values under {key} of the new objects with {value}',
    substrate: 'seed_and_final_state',
    params: { kind, key, value },
    evaluate: (args, final, seed) =>
      findOne(
        freshOf(final, seed, args.kind),
        (one) => isValue(metadataOf(one, args.key).found, args.value),
        (one) => metadataOf(one, args.key).evidence,
        `new objects of the kind ${args.kind}`,
      ),
  }),
  check({
    id: 'stripe.new-object-with-text',
    template: 'A new {kind} has the {field} "{text}".',
    description: 'An object of this kind that the seed does not have has this whole text at the end, as it reads.',
    compares: 'the field of the new objects with {text}',
    substrate: 'seed_and_final_state',
    params: { kind, field, text },
    evaluate: (args, final, seed) =>
      findOne(
        freshOf(final, seed, args.kind),
        (one) => readsSame(textOf(one, args.field).text, args.text),
        (one) => said(one, textOf(one, args.field), args.text),
        `new objects of the kind ${args.kind}`,
      ),
  }),
  check({
    id: 'stripe.object-deleted',
    template: 'The {kind} {id} was deleted.',
    description: 'The seed has an object of this kind with this id, and it is gone at the end.',
    compares: 'the ids of the objects of the kind in the seed and in the final state with {id}',
    substrate: 'seed_and_final_state',
    params: { kind: params.deletable, id: params.anyId },
    evaluate(args, final, seed) {
      const [before, after] = [seed, final].map((state) => recordsOf(state, args.kind as Kind).some(({ id }) => id === args.id));
      if (!before) return failed(`the seed has no ${args.kind} ${args.id}`);
      return verdict(!after, `${args.kind} ${args.id} is ${after ? 'there' : 'gone'}`);
    },
  }),
];

const place = factCheck<StripeCollections>();

/** Texts that repeat what another product has. */
export const placeChecks = [
  place({
    id: 'stripe.metadata-contains-fact',
    subject: 'The metadata "{key}" of {object}',
    params: { key, object },
    example: ['number of issue #1 in acme/web', 'GitHub'],
    textsOf(args, final, seed) {
      const meant = objectsMeant({ seed, final }, args.object);
      if (typeof meant === 'string') return failed(meant);
      return meant.flatMap((one) => {
        const { found } = metadataOf(one, args.key);
        return found === undefined ? [] : [passage(`metadata "${args.key}"`, found)];
      });
    },
  }),
  place({
    id: 'stripe.object-field-contains-fact',
    subject: 'The {field} of {object}',
    params: { field, object },
    example: ['title of issue #1 in acme/web', 'GitHub'],
    textsOf(args, final, seed) {
      const meant = objectsMeant({ seed, final }, args.object);
      if (typeof meant === 'string') return failed(meant);
      return meant.map((one) => textOf(one, args.field)).filter((one) => one.text !== '');
    },
  }),
];
