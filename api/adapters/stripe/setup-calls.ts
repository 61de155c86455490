import Stripe from 'stripe';
import {
  type NewPrice,
  PaymentError,
  type PaymentSetup,
  type ProviderEndpoint,
  type ProviderPrice,
} from '#api/adapters/payments.ts';
import { formatPermission, keyPermissions } from './key-permissions.ts';
import { throwPaymentError } from './stripe-errors.ts';
import { getId, toMs, toSeconds } from './stripe-mappers.ts';

type Settings = {
  secretKey: string;
  now: () => number;
  /** A client of its own for calls that find out what the key may do: what they are refused is no news. */
  probing: Stripe;
};

/** Undelivered events that are looked at: another product's endpoint that fails may have many. */
const UNDELIVERED_MAX = 500;
const PAGE_SIZE = 100;
/** In the metadata of a price and a product: the plan that they were made for. */
const PLAN_KEY = 'plan_key';

/** What a check of the account reads. */
export function createSetupCalls(stripe: Stripe, { secretKey, now, probing }: Settings): PaymentSetup {
  return {
    key: {
      isLive: /^[rs]k_live_/.test(secretKey),
      isRestricted: secretKey.startsWith('rk_'),
      ending: secretKey.slice(-4),
    },
    apiVersion: Stripe.API_VERSION,
    connect: () => connect(probing, now),
    async listMissingPermissions() {
      const missing = await Promise.all(
        keyPermissions.map(async (permission) => {
          const { isNeeded, use, probe } = permission;
          return (await isForbidden(probe(probing))) ? [{ name: formatPermission(permission), isNeeded, use }] : [];
        }),
      );
      return missing.flat();
    },
    async findPrice(priceId) {
      try {
        return toPrice(await stripe.prices.retrieve(priceId, { expand: ['product'] }).catch(throwPaymentError));
      } catch (error) {
        if (error instanceof PaymentError && error.kind === 'not_found') return null;
        throw error;
      }
    },
    createPrice: (input, idempotencyKey) => createPrice(stripe, input, idempotencyKey),
    async renameProduct(productId, name) {
      await stripe.products.update(productId, { name }).catch(throwPaymentError);
    },
    async archivePrice(priceId) {
      await stripe.prices.update(priceId, { active: false }).catch(throwPaymentError);
    },
    async touchProduct(productId, at) {
      const metadata = { rehearsed_at: new Date(at).toISOString() };
      await probing.products.update(productId, { metadata }).catch(throwPaymentError);
    },
    async listEndpoints() {
      const endpoints = await probing.webhookEndpoints.list({ limit: 100 }).catch(throwPaymentError);
      return endpoints.data.map(toEndpoint);
    },
    async addEndpointEvents(endpointId, types) {
      const { enabled_events: before } = await stripe.webhookEndpoints.retrieve(endpointId).catch(throwPaymentError);
      const enabled = [...new Set([...before, ...types])] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[];
      await stripe.webhookEndpoints.update(endpointId, { enabled_events: enabled }).catch(throwPaymentError);
    },
    async listUndelivered(since) {
      const params = { created: { gte: toSeconds(since) }, delivery_success: false, limit: PAGE_SIZE };
      const events = await probing.events
        .list(params)
        .autoPagingToArray({ limit: UNDELIVERED_MAX })
        .catch(throwPaymentError);
      return events.map(({ id, type, created }) => ({ id, type, createdAt: toMs(created) }));
    },
    async checkPortal() {
      await probing.billingPortal.configurations.list({ active: true, limit: 1 }).catch(throwPaymentError);
    },
    watchRefusals(listener) {
      const onResponse = ({ status }: Stripe.ResponseEvent) => {
        if (status === 401 || status === 403) listener();
      };
      stripe.on('response', onResponse);
      return () => stripe.off('response', onResponse);
    },
  };
}

/** The name of the account needs a permission of its own, which no payment does: without it there is only the clock. */
async function connect(stripe: Stripe, now: () => number): ReturnType<PaymentSetup['connect']> {
  const askedAt = now();
  try {
    const account = await stripe.accounts.retrieveCurrent();
    const name = account.settings?.dashboard.display_name || account.business_profile?.name || null;
    return { accountName: name, clockOffset: readOffset(account.lastResponse.headers, askedAt, now()) };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) return throwPaymentError(error);
    return { accountName: null, clockOffset: readOffset(error.headers ?? {}, askedAt, now()) };
  }
}

/** How far our clock is ahead (ms), or null without a date. The header counts whole seconds, and the response took a while. */
function readOffset(headers: Readonly<Record<string, string>>, askedAt: number, answeredAt: number): number | null {
  const date = Date.parse(headers.date ?? '');
  if (Number.isNaN(date)) return null;
  if (askedAt > date + 1_000) return askedAt - date - 1_000;
  return answeredAt < date ? answeredAt - date : 0;
}

/** @throws PaymentError without an answer, or for a key that is refused: what an object is not found says nothing. */
async function isForbidden(request: Promise<unknown>): Promise<boolean> {
  try {
    await request.catch(throwPaymentError);
    return false;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.status === 403) return true;
    if (error.kind === 'unavailable') throw error;
    return false;
  }
}

async function createPrice(stripe: Stripe, input: NewPrice, idempotencyKey: string): Promise<ProviderPrice> {
  const params: Stripe.PriceCreateParams = {
    currency: input.currency.toLowerCase(),
    unit_amount: input.amount,
    recurring: { interval: input.interval },
    tax_behavior: input.taxBehavior,
    metadata: { [PLAN_KEY]: input.planKey },
    expand: ['product'],
  };
  if (input.productId === null) params.product_data = { name: input.name, metadata: { [PLAN_KEY]: input.planKey } };
  else params.product = input.productId;
  return toPrice(await stripe.prices.create(params, { idempotencyKey }).catch(throwPaymentError));
}

const toTaxBehavior = (behavior: string | null): ProviderPrice['taxBehavior'] =>
  behavior === 'inclusive' || behavior === 'exclusive' ? behavior : 'unspecified';

const isProduct = (product: Stripe.Price['product']): product is Stripe.Product =>
  typeof product !== 'string' && !product.deleted;

function toPrice(price: Stripe.Price): ProviderPrice {
  const { product, recurring } = price;
  return {
    id: price.id,
    isActive: price.active && (typeof product === 'string' || (!product.deleted && product.active)),
    amount: price.billing_scheme === 'per_unit' ? price.unit_amount : null,
    currency: price.currency,
    interval: recurring && recurring.usage_type === 'licensed' ? recurring.interval : null,
    intervalCount: recurring?.interval_count ?? 1,
    productId: getId(product),
    productName: isProduct(product) ? product.name : null,
    productPlanKey: (isProduct(product) && product.metadata[PLAN_KEY]) || null,
    taxBehavior: toTaxBehavior(price.tax_behavior),
    planKey: price.metadata[PLAN_KEY] ?? null,
  };
}

const toEndpoint = (endpoint: Stripe.WebhookEndpoint): ProviderEndpoint => ({
  id: endpoint.id,
  url: endpoint.url,
  isEnabled: endpoint.status === 'enabled',
  types: endpoint.enabled_events,
  apiVersion: endpoint.api_version,
});
