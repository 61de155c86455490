import { and, eq, isNull } from 'drizzle-orm';
import { PaymentError } from '#api/adapters/payments.ts';
import type { AuditAction, SubscriptionAct } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { SubscriptionRow, SubscriptionValues } from './sync.mapper.ts';

/**
 * A change that Stripe is asked for, with who asked. It is kept in the row of the subscription before Stripe is asked, since the change may
 * be seen first by a webhook, which knows nobody. The newest request replaces the one before it.
 */
export type ChangeRequest = {
  isByStaff: boolean;
  /** `end_plan`: an act on the account or the plan ends the subscription, and has an email of its own. */
  act: SubscriptionAct | 'end_plan';
  /** The terms of another plan; `plan` is its key. */
  terms?: { plan: string; interval: string; quantity: number };
};

export async function recordChangeRequest(db: Database, subscriptionId: string, request: ChangeRequest): Promise<void> {
  const changeRequest = JSON.stringify(request);
  const isThis = eq(subscriptions.stripeSubscriptionId, subscriptionId);
  await write(db, [db.orm.update(subscriptions).set({ changeRequest }).where(isThis)]);
}

/** An upgrade that waits for its payment may come about later; everything else has been seen by the sync that followed. */
async function closeChangeRequest(db: Database, subscriptionId: string): Promise<void> {
  const isThis = eq(subscriptions.stripeSubscriptionId, subscriptionId);
  const isSettled = and(isThis, isNull(subscriptions.unpaidUpgradeInvoiceId));
  await write(db, [db.orm.update(subscriptions).set({ changeRequest: null }).where(isSettled)]);
}

/** Runs a change with the sync after it, and closes its request, unless Stripe didn't answer and may have done it all the same. */
export async function closingRequest<Result>(
  db: Database,
  subscriptionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    await closeChangeRequest(db, subscriptionId);
    return result;
  } catch (error) {
    const isUnknown = error instanceof PaymentError && error.kind === 'unavailable';
    if (!isUnknown) await closeChangeRequest(db, subscriptionId);
    throw error;
  }
}

type RequestedRow = Pick<SubscriptionRow, 'changeRequest'>;

const readRequest = (row: RequestedRow | null): ChangeRequest | null =>
  row?.changeRequest ? (JSON.parse(row.changeRequest) as ChangeRequest) : null;

const ENDING: readonly AuditAction[] = ['subscription.cancel_scheduled', 'subscription.ended'];

/** Whether what happened is what was asked for. */
function isAnswered({ act, terms }: ChangeRequest, action: AuditAction, values: SubscriptionValues): boolean {
  switch (act) {
    case 'cancel':
      return action === 'subscription.cancel_scheduled';
    case 'cancel_now':
      return action === 'subscription.ended';
    case 'end_plan':
      return ENDING.includes(action);
    case 'reactivate':
      return action === 'subscription.reactivated';
    case 'change_plan':
      return action === 'subscription.plan_changed'
        ? isSame(terms, values.planName, values.interval, values.quantity)
        : action === 'subscription.change_scheduled' &&
            isSame(terms, values.pendingPlanName, values.pendingInterval, values.pendingQuantity);
    default:
      return false;
  }
}

const isSame = (terms: ChangeRequest['terms'], plan: string | null, interval: string | null, quantity: number | null) =>
  terms?.plan === plan && terms.interval === interval && terms.quantity === quantity;

/** Whether staff asked for what happened: its email says so. */
export function isAskedByStaff(row: RequestedRow | null, action: AuditAction, values: SubscriptionValues): boolean {
  const request = readRequest(row);
  return request?.isByStaff === true && request.act !== 'end_plan' && isAnswered(request, action, values);
}

/** The columns of a row after this happened: a request that has come about is closed, and who ended the subscription stays. */
export function toRequestColumns(
  row: SubscriptionRow | null,
  actions: readonly AuditAction[],
  values: SubscriptionValues,
): Partial<Pick<SubscriptionRow, 'changeRequest' | 'isCancelledByStaff'>> {
  const request = readRequest(row);
  const answered = request ? actions.filter((action) => isAnswered(request, action, values)) : [];
  const isReactivated = actions.includes('subscription.reactivated');
  const isEnding = request?.isByStaff === true && answered.some((action) => ENDING.includes(action));
  return {
    ...(answered.length > 0 && { changeRequest: null }),
    ...(isReactivated && { isCancelledByStaff: false }),
    ...(isEnding && { isCancelledByStaff: true }),
  };
}
