import { InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Charge, type Dispute, type Metadata, newDispute, type StripeContext, seconds } from '../world.ts';
import { emit, emitChange } from './emit.ts';
import { book } from './ledger.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata } from './metadata.ts';

/** In the US, whoever wins (docs: "Dispute fees"). */
const DISPUTE_FEE = 1500;
const RESPONSE_SECONDS = 7 * 24 * 60 * 60;

const EVIDENCE =
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication ' +
  'customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation ' +
  'duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure ' +
  'refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date ' +
  'shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text';

const NO_EVIDENCE = { ...Object.fromEntries(EVIDENCE.split(' ').map((name) => [name, null])), enhanced_evidence: {} };
/** Visa's codes for the reasons that test cards have. */
const NETWORK_CODES: Readonly<Record<string, string>> = { fraudulent: '10.4', product_not_received: '13.1' };

/** Test evidence that decides a dispute: https://docs.stripe.com/testing#disputes */
const WINNING = 'winning_evidence';
const LOSING = 'losing_evidence';

export const getDispute = ({ world }: StripeContext, id: string): Readonly<Dispute> => getObject(world.disputes, 'dispute', id);

/** The cardholder takes the money back; an inquiry only asks. */
export function openDispute(
  context: StripeContext,
  charge: Readonly<Charge>,
  { reason, inquiry }: { reason: string; inquiry?: true },
): Readonly<Dispute> {
  const { world } = context;
  const id = newId(context.ids, 'dispute');
  const { amount_captured: amount, currency } = charge;
  const withdrawal = inquiry ? undefined : withdraw(context, id, charge);
  const brand = (charge.payment_method_details?.card as { brand?: string } | undefined)?.brand ?? 'visa';
  const dispute = world.disputes.insert(
    newDispute({
      id,
      object: 'dispute' as const,
      amount,
      balance_transactions: withdrawal ? [withdrawal] : [],
      charge: charge.id,
      created: seconds(context.now),
      currency,
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by: seconds(context.now) + RESPONSE_SECONDS,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted' as const,
      },
      is_charge_refundable: inquiry === true,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method_details: {
        card: {
          brand,
          case_type: inquiry ? 'inquiry' : 'chargeback',
          network: brand,
          network_reason_code: NETWORK_CODES[reason] ?? '10.4',
        },
        type: 'card' as const,
      },
      reason,
      status: inquiry ? ('warning_needs_response' as const) : ('needs_response' as const),
    }),
  );
  world.charges.update(charge.id, { dispute: id, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  if (withdrawal) emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function withdraw(context: StripeContext, dispute: string, charge: Readonly<Charge>): string {
  return book(context, {
    amount: -charge.amount_captured,
    currency: charge.currency,
    fee: DISPUTE_FEE,
    feeDescription: 'Dispute fee',
    type: 'adjustment',
    category: 'dispute',
    source: dispute,
    description: `Chargeback withdrawal for ${charge.id}`,
    available: true,
  }).id;
}

const isOpen = ({ status }: Readonly<Dispute>): boolean => status === 'needs_response' || status === 'warning_needs_response';

const CLOSED: ReadonlySet<Dispute['status']> = new Set(['won', 'lost', 'warning_closed']);

function requireOpen(dispute: Readonly<Dispute>): void {
  if (!isOpen(dispute))
    throw new InvalidRequest(`This dispute is already ${dispute.status === 'under_review' ? 'under review' : 'closed'}`);
}

export interface DisputeParams {
  evidence?: Readonly<Record<string, unknown>>;
  metadata?: Metadata | null;
  submit?: boolean;
}

export function updateDispute(context: StripeContext, id: string, params: DisputeParams): Readonly<Dispute> {
  const before = getDispute(context, id);
  // Recorded: whatever is changed (Kiln-AI/stripe_world, phase 9).
  if (CLOSED.has(before.status)) throw new InvalidRequest('This dispute is already closed');
  const metadata = mergeMetadata(before.metadata, params.metadata);
  if (params.evidence === undefined && !params.submit) return change(context, before, { metadata });
  requireOpen(before);
  const evidence = { ...before.evidence, ...params.evidence };
  const submit = params.submit ?? true;
  const after = change(context, before, {
    metadata,
    evidence,
    evidence_details: {
      ...before.evidence_details,
      has_evidence: true,
      submission_count: before.evidence_details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : before.evidence_details.submission_method,
    },
    ...(submit && before.status === 'needs_response' && { status: 'under_review' as const }),
  });
  if (!submit) return after;
  if (evidence.uncategorized_text === WINNING) return win(context, after);
  if (evidence.uncategorized_text === LOSING) return lose(context, after);
  return after;
}

function change(context: StripeContext, before: Readonly<Dispute>, patch: Partial<Dispute>): Readonly<Dispute> {
  const after = context.world.disputes.update(before.id, patch);
  emitChange(context, 'charge.dispute.updated', after, before);
  return after;
}

function win(context: StripeContext, dispute: Readonly<Dispute>): Readonly<Dispute> {
  const line = book(context, {
    amount: dispute.amount,
    currency: dispute.currency,
    type: 'adjustment',
    category: 'dispute_reversal',
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
    available: true,
  });
  const balance_transactions = [...dispute.balance_transactions, line.id];
  const won = context.world.disputes.update(dispute.id, { status: 'won', balance_transactions });
  emit(context, 'charge.dispute.funds_reinstated', won);
  emit(context, 'charge.dispute.closed', won);
  return won;
}

function lose(context: StripeContext, dispute: Readonly<Dispute>): Readonly<Dispute> {
  const status = dispute.status.startsWith('warning') ? 'warning_closed' : 'lost';
  const lost = context.world.disputes.update(dispute.id, { status });
  emit(context, 'charge.dispute.closed', lost);
  return lost;
}

/** Gives a dispute up: it is lost. */
export function closeDispute(context: StripeContext, id: string): Readonly<Dispute> {
  const dispute = getDispute(context, id);
  requireOpen(dispute);
  return lose(context, dispute);
}

export interface DisputeListParams extends ListParams {
  charge?: string | null;
  payment_intent?: string | null;
}

export function listDisputes({ world }: StripeContext, params: DisputeListParams): Page<Dispute> {
  const narrowing = { by: { charge: ['charge', params.charge] }, equal: { payment_intent: params.payment_intent } } as const;
  return listPage(listing(world.disputes, 'dispute', narrowing), params);
}
