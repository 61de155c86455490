import type { ProviderSubscription } from '#api/adapters/payments.ts';
import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { fitRate, formatRates } from '#api/domain/charged-rate.ts';
import { isEnded } from '#api/domain/entitlements.ts';
import type { TaxMoveObstacle } from '#api/domain/enums.ts';
import { computeAddedTax } from '#api/domain/invoice-tax.ts';
import { formatBillingDate, formatCents } from '#api/domain/money.ts';
import { computePayment } from '#api/domain/subscription-price.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import {
  type MoveDeps,
  type MoveKind,
  type MoveOptions,
  SubscriberMoveWorker,
} from '#api/features/subscriptions/sync/subscriber-moves.service.ts';
import type { Statement } from '#db/write.ts';
import * as queries from './tax-moves.queries.ts';
import { readMoveRate, sumAdded } from './tax-moves.service.ts';

type Work = { due: queries.DueMember; current: ProviderSubscription };

/**
 * Moves subscribers to another tax rate: tells first whose payment becomes dearer, then replaces the rate at Stripe, which acts from the
 * next invoice on. What Stripe has already stays as it is, so a stop at any point leaves nothing half done.
 */
const taxMove: MoveKind<queries.DueMember> = {
  name: 'tax-moves',
  messages: {
    failed: 'moving subscribers to another tax rate failed; trying again',
    refused: 'tax rate not changed; trying again',
  },
  findNextAttemptAt: queries.findNextAttemptAt,
  listDueMembers: queries.listDueMembers,
  advance: moveMember,
  postpone: queries.updateMember,
  describeRefusal: ({ message }) => `Stripe says: ‘${message}’`,
};

export class TaxMoveWorker extends SubscriberMoveWorker<queries.DueMember> {
  constructor(options: MoveOptions) {
    super(options, taxMove);
  }
}

async function moveMember(deps: MoveDeps, { due, current }: Work): Promise<void> {
  const { db, clock, payments } = deps;
  const { member, move } = due;
  const obstacle = findObstacle(current);
  if (obstacle !== null)
    return queries.updateMember(db, member.id, { state: 'left_out', obstacle, nextAttemptAt: null, lastError: null });
  const emails = member.toldAt === null ? listEmails(deps, { due, current }) : [];
  if (emails.length > 0) await queries.updateMember(db, member.id, { toldAt: clock.now() }, emails);
  await payments.setTaxRate(member.subscriptionId, readMoveRate(move), `tax-move-${member.id}-${member.attempts}`);
  return queries.updateMember(db, member.id, { state: 'moved', nextAttemptAt: null, lastError: null });
}

/** Null where the subscriber can be moved. */
function findObstacle({ status, tax }: ProviderSubscription): TaxMoveObstacle | null {
  if (isEnded(status)) return 'ended';
  if (tax.isAutomatic) return 'automatic';
  return tax.isOwn || tax.rates.length > 1 ? 'set_at_stripe' : null;
}

/** One where tax comes on top and rises, if a payment follows; none for a subscription whose user is gone. */
function listEmails(deps: MoveDeps, { due, current }: Work): Statement[] {
  const { member, move, planKey, user } = due;
  const { tax, unitAmount, quantity, discounts, currency, currentPeriodEnd } = current;
  const rate = fitRate(readMoveRate(move), tax.isInclusive);
  const after = rate === null ? [] : [rate];
  if (!user || unitAmount === null || current.cancelAt !== null || sumAdded(after) <= sumAdded(tax.rates)) return [];
  const net = computePayment({ unitAmount, quantity, discounts }, currentPeriodEnd);
  const listAdded = (rates: typeof after) => rates.filter((each) => !each.isInclusive).map(({ percent }) => percent);
  const toWords = (rates: typeof after) => formatCents(net + computeAddedTax(net, listAdded(rates)), currency);
  const email = enqueueEmailStatement(deps, {
    kind: 'tax-move',
    dedupeKey: `tax-move:${move.id}:${member.id}`,
    to: { email: user.email },
    data: {
      firstName: user.firstName,
      productName: findProductName(move.productId) ?? '',
      planName: getPlanName(planKey),
      net: formatCents(net, currency),
      before: toWords([...tax.rates]),
      after: toWords(after),
      ratesBefore: member.fromRates,
      ratesAfter: formatRates(after),
      startsOn: formatBillingDate(currentPeriodEnd, deps.site.timeZone),
    },
    now: deps.clock.now(),
  });
  return [email];
}
