import type Stripe from 'stripe';
import type { Payments, PaymentSetup, ProviderEvent } from '#api/adapters/payments.ts';
import { findPlanKeyOfPrice, listPlanPriceIds } from '#api/domain/catalogue.ts';
import type { PriceIds } from '#api/domain/catalogue-types.ts';
import { createCheckoutCalls } from './checkout-calls.ts';
import { createCustomerCalls } from './customer-calls.ts';
import { createInvoiceCalls } from './invoice-calls.ts';
import { createPlanChangeCalls } from './plan-change-calls.ts';
import { createPortalCalls } from './portal-calls.ts';
import { createPromotionCodeCalls } from './promotion-code-calls.ts';
import { createRefundCalls } from './refund-calls.ts';
import { createRetaxCalls } from './retax-calls.ts';
import { createSetupCalls } from './setup-calls.ts';
import { createStripeClient } from './stripe-client.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { toEvent, toSeconds } from './stripe-mappers.ts';
import { createWebhookReader } from './stripe-webhooks.ts';
import { createSupportCalls } from './support-calls.ts';
import { createSubscriptionCalls } from './subscription-calls.ts';
import { createTaxRateFinder } from './tax-rates.ts';
import { createUnpaidInvoiceCalls } from './unpaid-invoice-calls.ts';

export type StripeSettings = {
  secretKey: string;
  /** An origin instead of Stripe's own; null for Stripe. */
  apiBase: string | null;
  webhookSecrets: readonly string[];
  /** Of the settings: used where no price was chosen for a plan on the screen, and for who bought at one of them. */
  priceIds: PriceIds;
  sandboxUrl: string | null;
  now: () => number;
  /** Both replace the defaults in tests of failures. */
  timeoutMs?: number;
  maxRetries?: number;
};

/** Payments by Stripe, or by the payment sandbox, which speaks the same protocol. */
export function createStripePayments(settings: StripeSettings): Payments {
  const { secretKey, webhookSecrets, priceIds, sandboxUrl, now } = settings;
  const stripe = createStripeClient(settings);
  const setup = createSetupCalls(stripe, { secretKey, now, probing: createStripeClient(settings) });
  const findPlanKey = (priceId: string) =>
    findPlanKeyOfPrice(priceId) ??
    Object.keys(priceIds).find((plan) => priceIds[plan]?.some((each) => each.priceId === priceId)) ??
    null;
  /** A price that was chosen on the screen comes before one of the settings. */
  const listOwnPrices = (planKey: string) =>
    [...listPlanPriceIds(planKey), ...(priceIds[planKey] ?? [])].sort(
      (one, other) => Number(other.isCurrent) - Number(one.isCurrent),
    );
  const isOwnPrice = (priceId: string) => findPlanKey(priceId) !== null;
  const findTaxRate = createTaxRateFinder(stripe);
  return {
    isSandbox: sandboxUrl !== null,
    sandboxUrl,
    setup,
    findPriceId: (planKey, interval) =>
      listOwnPrices(planKey).find((price) => price.isCurrent && price.interval === interval)?.priceId ?? null,
    listPriceIds: (planKey) => [...new Set(listOwnPrices(planKey).map(({ priceId }) => priceId))],
    findPlanKey,
    ...createCustomerCalls(stripe),
    getCustomerUrl: (customerId) => (sandboxUrl === null ? toDashboardUrl(setup, customerId) : null),
    ...createCheckoutCalls(stripe, findTaxRate),
    ...createPromotionCodeCalls(stripe),
    ...createSubscriptionCalls(stripe, isOwnPrice),
    ...createPlanChangeCalls(stripe, { isOwnPrice, findTaxRate }),
    ...createRetaxCalls(stripe, { isOwnPrice, findTaxRate }),
    ...createSupportCalls(stripe, isOwnPrice),
    ...createInvoiceCalls(stripe),
    ...createRefundCalls(stripe),
    ...createUnpaidInvoiceCalls(stripe),
    ...createPortalCalls(stripe),
    readWebhook: createWebhookReader(stripe, { secrets: webhookSecrets, isLive: setup.key.isLive, now }),
    listEvents: (since) => listEvents(stripe, since),
  };
}

const toDashboardUrl = ({ key }: PaymentSetup, customerId: string): string =>
  `https://dashboard.stripe.com/${key.isLive ? '' : 'test/'}customers/${encodeURIComponent(customerId)}`;

/** Stripe lists the newest first, and only the last 30 days. */
async function* listEvents(stripe: Stripe, since: number): AsyncGenerator<ProviderEvent> {
  const events: ProviderEvent[] = [];
  try {
    for await (const event of stripe.events.list({ created: { gte: toSeconds(since) }, limit: 100 })) {
      events.push(toEvent(event, JSON.stringify(event)));
    }
  } catch (error) {
    throwPaymentError(error);
  }
  yield* events.reverse();
}
