import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { boolean, integer, metadata, text, url } from '../../http/params.ts';
import { type Call, retrieveRoute, type Route, route } from '../../http/route.ts';
import type { Kinds } from '../../objects/kinds.ts';
import { buildCheckoutSession, type CheckoutSession } from '../../objects/pages.ts';
import type { Transaction } from '../../state/transaction.ts';
import { checkCheckoutTotal, requireOneCurrency } from '../amount-rules.ts';
import { checkCoupon, checkPromotionCode, listCouponProducts } from '../discounts.ts';
import { checkoutUrl } from '../page-urls.ts';
import { requireActivePrice } from '../subscriptions/change-items.ts';
import { checkTaxation } from '../taxes/compute-taxes.ts';
import { type BillingDetails, saveBillingDetails } from '../taxes/billing-details.ts';
import { computeAmounts, readTaxation } from './amounts.ts';

const LIFE_SECONDS = 24 * 3600;
const QUANTITY_MAX = 999_999;
const TRIAL_DAYS_MAX = 730;

const adjustable = z.strictObject({
  enabled: boolean(),
  minimum: integer().optional(),
  maximum: integer().optional(),
});

const createParams = z.strictObject({
  mode: z.enum(['subscription']),
  allow_promotion_codes: boolean().optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  cancel_url: url().optional(),
  client_reference_id: text(200).optional(),
  customer: text(),
  customer_update: z.strictObject({ address: z.enum(['auto']), name: z.enum(['auto']) }).optional(),
  discounts: z
    .array(z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }))
    .max(1)
    .optional(),
  line_items: z
    .array(
      z.strictObject({
        adjustable_quantity: adjustable.optional(),
        price: text(),
        quantity: integer(),
        tax_rates: z.array(text()).optional(),
      }),
    )
    .length(1),
  metadata: metadata().optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: z
    .strictObject({
      billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
      default_tax_rates: z.array(text()).optional(),
      metadata: metadata().optional(),
      trial_period_days: integer().optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
        })
        .optional(),
    })
    .optional(),
  success_url: url(),
  tax_id_collection: z.strictObject({ enabled: boolean() }).optional(),
});
type CreateParams = z.output<typeof createParams>;

function checkCombinations(params: CreateParams): void {
  if ((params.automatic_tax?.enabled || params.tax_id_collection?.enabled) && params.customer_update === undefined) {
    throw refuse('Set `customer_update[address]` and `customer_update[name]` to `auto` to collect tax of a customer.', {
      param: 'customer_update',
    });
  }
  if (params.allow_promotion_codes !== undefined && params.discounts) {
    throw refuse('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      param: 'allow_promotion_codes',
    });
  }
  const days = params.subscription_data?.trial_period_days;
  if (days !== undefined && (days < 1 || days > TRIAL_DAYS_MAX)) {
    throw refuse(`The minimum number of trial period days is 1, the maximum ${TRIAL_DAYS_MAX}.`, {
      param: 'subscription_data[trial_period_days]',
    });
  }
}

/** The coupon or promotion code that a request names. */
function findDiscount(tx: Transaction, params: CreateParams, currency: string): Kinds['sandbox.checkout']['discount'] {
  const [given] = params.discounts ?? [];
  if (!given) return null;
  if (given.promotion_code) {
    return requireUsableCode(tx, given.promotion_code, { customer: params.customer, currency, product: null });
  }
  const coupon = requireObject(tx, 'coupon', given.coupon ?? '', 'discounts[0][coupon]');
  checkCoupon(tx, coupon, currency);
  return { coupon: coupon.id, promotionCode: null };
}

/** @throws StripeError for a code that can't be redeemed by this customer, or not in this currency. */
function requireUsableCode(
  tx: Transaction,
  id: string,
  { customer, currency, product }: { customer: string; currency: string; product: string | null },
) {
  const code = requireObject(tx, 'promotion_code', id, 'discounts[0][promotion_code]');
  checkPromotionCode(tx, code, { customer });
  const { coupon } = code.promotion;
  checkCoupon(tx, tx.get('coupon', coupon), currency);
  if (product !== null && listCouponProducts(tx, coupon)?.includes(product) === false) {
    throw refuse('This code does not apply to what you buy.', { param: 'promotion_code' });
  }
  return { coupon, promotionCode: code.id };
}

function createSession({ tx, params, baseUrl }: Call<CreateParams>): CheckoutSession {
  const customer = requireObject(tx, 'customer', params.customer, 'customer');
  checkCombinations(params);
  const [line] = params.line_items;
  const price = requireActivePrice(tx, line?.price ?? '', 'line_items[0][price]');
  const { adjustable_quantity: range, quantity = 1 } = line ?? {};
  if (quantity < 1)
    throw refuse('This value must be greater than or equal to 1.', { param: 'line_items[0][quantity]' });
  requireOneCurrency(tx, customer.id, price.currency);
  const {
    default_tax_rates: defaultRates,
    metadata: ownMetadata,
    trial_period_days: days,
    trial_settings: trial,
  } = params.subscription_data ?? {};
  const id = tx.createId('checkout.session');
  const record = tx.put('sandbox.checkout', {
    id,
    intent: null,
    price: price.id,
    quantity,
    metadata: { ...ownMetadata },
    adjustable: range?.enabled ? { minimum: range.minimum ?? 0, maximum: range.maximum ?? 99 } : null,
    discount: findDiscount(tx, params, price.currency),
    missingMethod: trial?.end_behavior.missing_payment_method ?? 'create_invoice',
    trialDays: days ?? null,
    isTaxed: params.automatic_tax?.enabled ?? false,
    asksTaxNumber: params.tax_id_collection?.enabled ?? false,
    taxRates: line?.tax_rates ?? [],
    defaultTaxRates: defaultRates ?? [],
  });
  checkTaxation(tx, readTaxation(record), price);
  const amounts = computeAmounts(tx, record, customer.id);
  checkCheckoutTotal(amounts.amount_total ?? 0, price.currency);
  return tx.put(
    'checkout.session',
    buildCheckoutSession({
      id,
      ...amounts,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: tx.now(),
      currency: price.currency,
      customer: customer.id,
      expires_at: tx.now() + LIFE_SECONDS,
      metadata: { ...params.metadata },
      payment_method_collection: params.payment_method_collection ?? 'always',
      success_url: params.success_url,
      url: checkoutUrl(baseUrl, id),
    }),
  );
}

/** Writes what the payer chose on the page, and the amounts that follow. The payment that was begun for another amount is left. */
function changeSession(tx: Transaction, id: string, change: Partial<Kinds['sandbox.checkout']>): CheckoutSession {
  const record = tx.update('sandbox.checkout', id, { ...change, intent: null });
  const { customer } = tx.get('checkout.session', id);
  return tx.update('checkout.session', id, computeAmounts(tx, record, customer));
}

/** Redeems the code that was typed on the page; empty takes the discount away. @throws StripeError with the text of the page. */
export function enterPromotionCode(tx: Transaction, session: CheckoutSession, typed: string): CheckoutSession {
  if (!session.allow_promotion_codes) throw refuse('This page takes no promotion codes.');
  const name = typed.trim().toUpperCase();
  if (name === '') return changeSession(tx, session.id, { discount: null });
  // Of codes with one name at most one is active.
  const named = tx.list('promotion_code', ({ code }) => code.toUpperCase() === name);
  const found = named.find(({ active }) => active) ?? named[0];
  if (!found) throw refuse('This code is invalid.');
  const { product } = tx.get('price', tx.get('sandbox.checkout', session.id).price);
  return changeSession(tx, session.id, { discount: requireUsableCode(tx, found.id, { ...session, product }) });
}

/** Another number, where the session lets the payer choose. @throws StripeError outside its range. */
export function changeQuantity(tx: Transaction, session: CheckoutSession, quantity: number): CheckoutSession {
  const { adjustable: range } = tx.get('sandbox.checkout', session.id);
  const isInside = range && quantity >= Math.max(1, range.minimum) && quantity <= Math.min(range.maximum, QUANTITY_MAX);
  if (!isInside) throw refuse('The quantity is outside of what can be bought.', { param: 'quantity' });
  return changeSession(tx, session.id, { quantity });
}

/** Keeps name, address and number on the customer, as `customer_update` says, and computes the taxes of the country. */
export function enterBillingDetails(
  tx: Transaction,
  session: CheckoutSession,
  { address, name, taxNumber }: BillingDetails,
): CheckoutSession {
  const { asksTaxNumber = false } = tx.get('sandbox.checkout', session.id);
  saveBillingDetails(tx, session.customer, asksTaxNumber ? { address, name, taxNumber } : { address });
  return changeSession(tx, session.id, {});
}

/** Expires an open session. It has created nothing that would have to be undone. */
export function expireSession(tx: Transaction, session: CheckoutSession): CheckoutSession {
  const expired = tx.update('checkout.session', session.id, { status: 'expired', url: null });
  tx.emit('checkout.session.expired', expired);
  return expired;
}

export const checkoutRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/v1/checkout/sessions', params: createParams, handle: createSession }),
  retrieveRoute('/v1/checkout/sessions/:id', 'checkout.session'),
  route({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: z.strictObject({}),
    handle: ({ tx, id }) => {
      const session = requireObject(tx, 'checkout.session', id);
      if (session.status === 'open') return expireSession(tx, session);
      throw refuse(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    },
  }),
];
