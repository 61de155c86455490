import { type CheckoutSession, PaymentError } from '#api/adapters/payments.ts';
import { findProduct, getPlanName } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import { findChargedRate } from '#api/domain/charged-rate.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { conflictError } from '#api/http/errors.ts';
import { isOurs } from '#api/features/subscriptions/sync/store.service.ts';
import { applySubscription, syncCheckoutSession } from '#api/features/subscriptions/sync/sync.service.ts';
import { listSubscriptionRows } from '#api/features/subscriptions/subscriptions.queries.ts';
import { addSoldProductStatement } from '#db/queries/catalogue-products.ts';
import { write } from '#db/write.ts';
import {
  type AttemptRow,
  closeAttemptStatement,
  findOpenAttempt,
  hasHadTrial,
  insertAttemptStatement,
  setAttemptSessionStatement,
} from './checkout.queries.ts';
import { type Buyer, type CheckoutDeps, createCustomer, findOrCreateCustomer } from './customers.service.ts';

export type Purchase = { buyer: Buyer; plan: Plan; priceId: string; quantity: number };

/**
 * Starts a checkout session, or returns the one that the user has open for the same plan. Runs under the user's lock.
 * @throws conflict when the user has a subscription to the product; PaymentError.
 */
export async function openCheckout(deps: CheckoutDeps, purchase: Purchase): Promise<{ id: string; url: string }> {
  const { db } = deps;
  const { buyer, plan } = purchase;
  await requireNoSubscription(deps, purchase);
  const open = await findOpenAttempt(db, buyer.id, plan.productId);
  const reusable = open && (await reuseOrClose(deps, open, purchase));
  return reusable ?? createSession(deps, purchase, await requireCustomer(deps, purchase));
}

async function requireNoSubscription(deps: CheckoutDeps, { buyer, plan }: Purchase): Promise<void> {
  const [row] = await listSubscriptionRows(deps.db, { userId: buyer.id, productId: plan.productId, isLive: true });
  if (row) throw alreadySubscribedError(row.planName);
}

const alreadySubscribedError = (planKey: string) =>
  conflictError(`You’re already subscribed to ${getPlanName(planKey)}. To change your plan, go to your subscriptions.`);

/**
 * The user's customer, with its subscriptions as the provider has them. @throws conflict when one is to the product and had no row: its
 * webhook may take a few seconds.
 */
async function requireCustomer(deps: CheckoutDeps, { buyer, plan }: Purchase): Promise<string> {
  const customerId = await findOrCreateCustomer(deps, buyer, plan.currency);
  const subscriptions = await deps.payments.listSubscriptions(customerId).catch(emptyIfNotFound);
  for (const subscription of subscriptions) {
    if (!(await isOurs(deps, subscription)) || !isLive(subscription.status)) continue;
    const synced = await applySubscription(deps, { id: subscription.id, customerId });
    if (synced === null) continue;
    const { before, row } = synced;
    if (before === null) {
      deps.log.warn(
        { subscription: subscription.id, status: row.status },
        'subscription without a row found at checkout',
      );
    }
    if (row.productId === plan.productId && isLive(row.status)) throw alreadySubscribedError(row.planName);
  }
  return customerId;
}

const emptyIfNotFound = (error: unknown): [] => {
  if (error instanceof PaymentError && error.kind === 'not_found') return [];
  throw error;
};

/** The open session when it is for the same price; otherwise the attempt is closed, so that only one can be paid. */
async function reuseOrClose(deps: CheckoutDeps, attempt: AttemptRow, { plan, priceId, quantity }: Purchase) {
  if (attempt.sessionId === null) {
    // The server stopped before the provider answered: nobody has the address of that session.
    await closeAttempt(deps, attempt.id, 'failed');
    return null;
  }
  const isSame = attempt.planName === plan.key && attempt.priceId === priceId && attempt.quantity === quantity;
  const session = await readOrExpire(deps, attempt.sessionId, isSame);
  if (session && isSame && (await isPayable(deps, session))) return { id: session.id, url: session.url ?? '' };
  if (session?.status === 'complete') {
    const row = await syncCheckoutSession(deps, session.id);
    if (row && isLive(row.status)) throw alreadySubscribedError(row.planName);
  }
  await closeAttempt(deps, attempt.id, session?.status === 'complete' ? 'complete' : 'expired');
  return null;
}

/** A session outlives its customer, but can't be paid without it. */
const isPayable = async ({ payments }: CheckoutDeps, { status, url, customerId }: CheckoutSession): Promise<boolean> =>
  status === 'open' && url !== null && customerId !== null && (await payments.hasCustomer(customerId));

/** Null when the provider doesn't know the session: the account has been changed. */
async function readOrExpire({ payments }: CheckoutDeps, sessionId: string, isSame: boolean) {
  const reading = isSame ? payments.getCheckoutSession(sessionId) : payments.expireCheckoutSession(sessionId);
  return reading.catch((error: unknown): null => {
    if (error instanceof PaymentError && error.kind === 'not_found') return null;
    throw error;
  });
}

async function createSession(deps: CheckoutDeps, purchase: Purchase, customerId: string) {
  const { db, clock } = deps;
  const { buyer, plan, priceId, quantity } = purchase;
  const attempt = { userId: buyer.id, productId: plan.productId, planName: plan.key, priceId, quantity };
  const createdAt = clock.now();
  const [, inserted] = await write(db, [
    addSoldProductStatement(plan.productId, createdAt),
    insertAttemptStatement(db, { ...attempt, createdAt }),
  ]);
  const id = Number(inserted?.rows[0]?.[0]);
  try {
    const session = await requestSession(deps, purchase, { customerId, key: `checkout-${id}-${createdAt}` });
    const { id: sessionId, url, expiresAt } = session;
    if (url === null) throw new PaymentError('refused', `The checkout session ${sessionId} has no address.`);
    await write(db, [setAttemptSessionStatement(db, id, { sessionId, url, expiresAt })]);
    return { id: sessionId, url };
  } catch (error) {
    // The provider answers a repeated key with the same failure, so the next try is an attempt of its own.
    await closeAttempt(deps, id, 'failed');
    throw error;
  }
}

/** Asks once more with a new customer when someone deleted the old one at the provider. */
async function requestSession(
  deps: CheckoutDeps,
  { buyer, plan, priceId, quantity }: Purchase,
  { customerId, key }: { customerId: string; key: string },
): Promise<CheckoutSession> {
  const { db, payments, site, log } = deps;
  const { tax } = site.settings;
  const hadTrial = plan.trialDays > 0 && (await hasHadTrial(db, buyer.id, plan.productId));
  const checkout = {
    userId: buyer.id,
    priceId,
    quantity,
    trialDays: hadTrial ? 0 : plan.trialDays,
    takesPromotionCodes: await payments.hasPromotionCodes(),
    productId: plan.productId,
    planKey: plan.key,
    successUrl: `${site.url}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    // Where someone who leaves the payment page comes back to.
    cancelUrl: `${site.url}${findProduct(plan.productId)?.pricesAddress ?? '/'}`,
    tax: {
      isAutomatic: tax.is_automatic,
      asksTaxNumber: tax.asks_tax_number,
      rate: findChargedRate(site.settings, plan.productId) ?? null,
    },
  };
  return payments.createCheckoutSession({ ...checkout, customerId }, key).catch(async (error: unknown) => {
    const isCustomerGone =
      error instanceof PaymentError && error.kind === 'not_found' && !(await payments.hasCustomer(customerId));
    if (!isCustomerGone) throw error;
    log.warn({ user: buyer.id, customer: customerId }, 'customer is gone at Stripe; made a new one');
    const newCustomerId = await createCustomer(deps, buyer, customerId);
    return payments.createCheckoutSession({ ...checkout, customerId: newCustomerId }, `${key}-${newCustomerId}`);
  });
}

async function closeAttempt({ db, clock }: CheckoutDeps, id: number, status: 'complete' | 'expired' | 'failed') {
  await write(db, [closeAttemptStatement(db, id, status, clock.now())]);
}
