import { PaymentError } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlan } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { consumeRateLimits } from '#api/features/rate-limits/rate-limits.service.ts';
import {
  notSoldError,
  onPaymentError,
  requirePayments,
  requireSellable,
} from '#api/features/subscriptions/provider.service.ts';
import { findUser } from '#api/features/subscriptions/subscriptions.queries.ts';
import { findSubscription, getSubscription } from '#api/features/subscriptions/subscriptions.service.ts';
import { runExclusive } from '#api/features/subscriptions/sync/lock.service.ts';
import { findInvoiceRow } from '#api/features/subscriptions/sync/sync.queries.ts';
import { syncCheckoutSession } from '#api/features/subscriptions/sync/sync.service.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { openCheckout } from './attempts.service.ts';

type CheckoutInput = {
  userId: number;
  planName: string;
  priceId: string;
  productName: string;
  /** Seats. */
  quantity?: number | undefined;
};

const CHECKOUT_LIMIT = { name: 'checkout', limit: 10, windowMs: 60_000 };
const CHECKOUT_FAILED = 'Failed to start subscription process';

/**
 * The address of the provider's payment page for a plan. Clicking again returns the same session.
 * @throws validation_failed for an outdated price; conflict with a subscription; rate_limited; unavailable.
 */
export async function createCheckout(deps: Deps, input: CheckoutInput): Promise<{ sessionId: string; url: string }> {
  const payments = requirePayments(deps);
  const plan = requirePlan(input);
  const { priceId } = input;
  const price = plan.prices.find(({ interval }) => payments.findPriceId(plan.key, interval) === priceId);
  if (price === undefined) {
    const message = 'This price is no longer available. Reload the page and choose a plan again.';
    throw invalidFieldError('priceId', message);
  }
  const { quantity = 1 } = input;
  if (quantity > 1 && !plan.sellsSeats) {
    const message = `${plan.planName} isn’t sold by the seat. Reload the page and choose it again.`;
    throw invalidFieldError('quantity', message);
  }
  const buyer = await findUser(deps.db, input.userId);
  if (!buyer) throw notFoundError('User not found');
  await consumeRateLimits(deps, [{ rule: CHECKOUT_LIMIT, subject: `user ${buyer.id}` }]);
  await requireSellable(deps, plan, price.interval);
  const purchase = { buyer, plan, priceId, quantity };
  const session = await runExclusive(deps.db, `user ${buyer.id}`, (db) =>
    openCheckout({ ...deps, db, payments }, purchase),
  )
    .catch(onArchivedPrice(deps, plan))
    .catch(onPaymentError(deps, CHECKOUT_FAILED));
  return { sessionId: session.id, url: session.url };
}

function requirePlan({ planName, productName }: CheckoutInput): Plan {
  const plan = findPlan(planName);
  if (plan?.productName === productName) return plan;
  throw invalidFieldError('productName', 'Reload the page and choose your plan again.');
}

/** A price of the settings was archived in Stripe's dashboard: only the operator can correct that. */
const onArchivedPrice =
  ({ log, stripeCheck }: Deps, plan: Plan) =>
  (error: unknown): never => {
    if (!(error instanceof PaymentError && error.kind === 'refused' && error.param === 'line_items[0][price]')) {
      throw error;
    }
    log.error({ err: error, plan: plan.planName }, 'price of a plan can’t be sold: run npm run stripe:check');
    stripeCheck.wake();
    throw notSoldError(plan.planName);
  };

export type CheckoutStatus = {
  status: 'processing' | 'active' | 'failed';
  subscription: SubscriptionJson | null;
  /** Something was paid at once, so a receipt is sent. */
  is_charged: boolean;
};

const SESSION_ID = /^cs_(test|live)_\w{1,200}$/;
const checkoutNotFound = () => notFoundError('Checkout not found. Check your email for a receipt, or contact support.');

/**
 * What became of a session, read from the provider, so it is right before any webhook came. The id proves nothing: the
 * session has to be the user's own.
 * @throws not_found, unavailable.
 */
export async function getCheckoutStatus(deps: Deps, userId: number, sessionId: string): Promise<CheckoutStatus> {
  if (!SESSION_ID.test(sessionId)) throw checkoutNotFound();
  const payments = requirePayments(deps);
  const session = await payments.getCheckoutSession(sessionId).catch((error: unknown) => {
    if (error instanceof PaymentError && error.kind === 'not_found') throw checkoutNotFound();
    return onPaymentError(deps, 'Failed to load subscriptions')(error);
  });
  if (session.userId !== userId) throw checkoutNotFound();
  if (session.status === 'expired') return { status: 'failed', subscription: null, is_charged: false };
  const processing = { status: 'processing', subscription: null, is_charged: false } as const;
  if (session.status === 'open' || !session.isPaid) return processing;
  const row = await syncCheckoutSession({ ...deps, payments }, sessionId).catch(
    onPaymentError(deps, 'Failed to load subscriptions'),
  );
  if (!row) return processing;
  const invoice = session.invoiceId === null ? null : await findInvoiceRow(deps.db, session.invoiceId);
  const reader = { userId, viewerId: userId };
  const subscription = isLive(row.status)
    ? await getSubscription(deps, reader, row.stripeSubscriptionId)
    : // A second one to the same product was cancelled: the first is the user's.
      await findSubscription(deps, reader, row.productId);
  return { status: subscription ? 'active' : 'failed', subscription, is_charged: (invoice?.amountPaid ?? 0) > 0 };
}
