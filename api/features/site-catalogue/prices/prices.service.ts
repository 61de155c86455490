import { and, eq, sql } from 'drizzle-orm';
import { PaymentError, type Payments, type ProviderPrice, type TaxBehavior } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { describePriceFault, toMinorUnits } from '#api/domain/money.ts';
import type { SitePlan } from '#api/domain/site-plans.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { describeTax } from '#api/domain/tax-words.ts';
import { AppError, conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { planPart } from '#api/features/site-catalogue/parts/parts.service.ts';
import { getPlan, saveListedPart } from '#api/features/site-catalogue/site-catalogue.service.ts';
import { type Listed, listPlanRows, listProductRows } from '#api/features/site-catalogue/site-catalogue.queries.ts';
import { describePriceDifference } from '#api/features/stripe-check/price-check.service.ts';
import { planPrices, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { PlanPriceJson, PlanPricesJson } from './prices.contract.ts';

type PlanRow = Listed<SitePlan>;

const NOT_CONNECTED = 'Stripe isn’t connected, so there are no prices there. Nothing was changed.';

/** What Stripe would charge for each plan as it is edited. */
export async function listPlanPrices({ db, payments, site }: Deps): Promise<PlanPricesJson> {
  const rows = await listPlanRows(db);
  const prices = await Promise.all(rows.map((row) => readPlanPrice(payments, row, site.settings)));
  return { is_connected: payments !== null, tax: describeTax(site.settings.tax), prices };
}

async function readPlanPrice(payments: Payments | null, row: PlanRow, settings: SiteSettings): Promise<PlanPriceJson> {
  const { id: plan_id } = row.part;
  const priceId = findPriceId(payments, row);
  const answer = { plan_id, price_id: priceId, charged: null, message: null };
  if (!row.fields.price) return { ...answer, state: 'free' };
  if (payments === null || priceId === null) return { ...answer, state: 'missing' };
  try {
    return { ...answer, ...comparePlanPrice(row.fields, await payments.setup.findPrice(priceId), settings) };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return { ...answer, state: 'unknown', message: describeRefusal(error) };
  }
}

/** The price that was chosen, else the first of the settings. */
const findPriceId = (payments: Payments | null, { fields }: PlanRow): string | null =>
  fields.stripe_price || (payments?.listPriceIds(fields.key)[0] ?? null);

function comparePlanPrice(
  plan: SitePlan,
  price: ProviderPrice | null,
  settings: SiteSettings,
): Pick<PlanPriceJson, 'state' | 'charged' | 'message'> {
  if (price === null) return { state: 'missing', charged: null, message: 'Stripe has no such price any more.' };
  const { amount, currency, interval, intervalCount } = price;
  const charged =
    amount === null || interval === null ? null : { amount, currency, interval, interval_count: intervalCount };
  if (!price.isActive) return { state: 'archived', charged, message: 'This price is archived at Stripe.' };
  const shown = { price: plan.price ?? 0, currency: settings.language.currency, interval: plan.interval };
  const difference = describePriceDifference(shown, price) ?? describeTaxDifference(price, settings);
  return { state: difference === null ? 'matches' : 'differs', charged, message: difference };
}

/** Only where Stripe adds tax does it matter whether the amount includes it. */
function describeTaxDifference({ taxBehavior }: ProviderPrice, { tax }: SiteSettings): string | null {
  if (!tax.is_automatic || taxBehavior === toTaxBehavior(tax)) return null;
  if (taxBehavior === 'unspecified') return 'Stripe doesn’t know whether this price includes tax.';
  return tax.prices_include_tax
    ? 'The site says that tax is included, and Stripe adds it to this price.'
    : 'The site says that tax is added, and Stripe counts it as a part of this price.';
}

const toTaxBehavior = (tax: SiteSettings['tax']): TaxBehavior => (tax.prices_include_tax ? 'inclusive' : 'exclusive');

/**
 * Creates the price of a plan at Stripe as the plan is edited, and saves it as a draft. A price is never changed there: who has the plan
 * keeps the earlier one. @throws not_found; validation_failed for a free plan; conflict with Stripe's words; unavailable.
 */
export async function createPlanPrice(deps: Deps, planId: number, actorId: number) {
  const { db, site } = deps;
  const payments = requireConnected(deps);
  const row = await requirePlanRow(deps, planId);
  const { fields, part, draft } = row;
  if (!fields.price) throw invalidFieldError('price', 'A free plan needs no price at Stripe.');
  const offered = await listProductRows(db);
  const productName = offered.find((each) => each.fields.product_id === fields.product_id)?.fields.name ?? '';
  const { currency } = site.settings.language;
  const fault = describePriceFault(fields.price, currency);
  if (fault !== null) throw invalidFieldError('price', fault);
  const amount = toMinorUnits(fields.price, currency);
  const taxBehavior = toTaxBehavior(site.settings.tax);
  const key = [part.id, part.revision, draft?.version ?? 0, amount, currency, fields.interval, taxBehavior].join('-');
  const price = await readCurrentProduct(payments, row)
    .then((productId) =>
      payments.setup.createPrice(
        {
          planKey: fields.key,
          name: formatPlanName(productName, fields.name),
          productId,
          amount,
          currency,
          interval: fields.interval,
          taxBehavior,
        },
        `plan-price-${key}`,
      ),
    )
    .catch(throwRefusal);
  return savePrice(deps, row, price.id, actorId);
}

/** Stripe’s product of the price that the plan has, so that its reports go on; null for a new one. */
async function readCurrentProduct(payments: Payments, row: PlanRow): Promise<string | null> {
  const priceId = findPriceId(payments, row);
  const price = priceId === null ? null : await payments.setup.findPrice(priceId);
  return price?.isActive ? price.productId : null;
}

/**
 * Chooses a price that is at Stripe already, as a draft.
 * @throws not_found; validation_failed for one that a plan can’t have; conflict for one of another plan; unavailable.
 */
export async function choosePlanPrice(deps: Deps, planId: number, priceId: string, actorId: number) {
  const payments = requireConnected(deps);
  const row = await requirePlanRow(deps, planId);
  const price = await payments.setup.findPrice(priceId).catch(throwRefusal);
  const fault = describeUnusable(price, deps.site.settings.language.currency);
  if (fault !== null) throw invalidFieldError('price_id', fault);
  await requireUnusedPrice(deps, row, priceId);
  return savePrice(deps, row, priceId, actorId);
}

function describeUnusable(price: ProviderPrice | null, currency: string): string | null {
  if (price === null) return 'Stripe has no price with this id. Copy it from the price in Stripe.';
  if (!price.isActive) return 'This price is archived at Stripe. Choose another one.';
  if (price.interval === null || price.amount === null)
    return 'This price isn’t one fixed amount that is paid again and again. Choose another one.';
  if (price.intervalCount !== 1 || !['month', 'year'].includes(price.interval))
    return 'This price isn’t paid by the month or by the year. Choose another one.';
  if (price.currency !== currency.toLowerCase())
    return `This price is in ${price.currency.toUpperCase()}, and the site sells in ${currency}. Choose another one.`;
  return null;
}

/** A price of another plan says what that plan’s subscribers have. */
async function requireUnusedPrice({ db }: Deps, row: PlanRow, priceId: string): Promise<void> {
  const plans = await listPlanRows(db);
  const owner = plans.find(
    ({ fields, part }) =>
      fields.key !== row.fields.key && [fields.stripe_price, part.fields.stripe_price].includes(priceId),
  );
  if (owner) throw conflictError(`This price is that of ${owner.fields.name}. Choose another one.`);
  const subscribed = await db.orm
    .select({ planKey: subscriptions.planName })
    .from(subscriptions)
    .where(and(eq(subscriptions.priceId, priceId), sql`${subscriptions.planName} <> ${row.fields.key}`))
    .limit(1);
  const [{ planKey } = { planKey: null }] = subscribed;
  if (planKey === null) return;
  const name = plans.find(({ fields }) => fields.key === planKey)?.fields.name ?? planKey;
  throw conflictError(`People pay this price for ${name}. Choose another one.`);
}

async function savePrice(deps: Deps, row: PlanRow, priceId: string, actorId: number) {
  const { db, clock } = deps;
  const { key, name } = row.fields;
  const now = clock.now();
  await write(db, [
    sql`INSERT INTO ${planPrices} (price_id, plan_key, created_at) VALUES (${priceId}, ${key}, ${now})
      ON CONFLICT (price_id) DO UPDATE SET plan_key = excluded.plan_key, created_at = excluded.created_at`,
    insertAuditStatement(db, {
      at: now,
      action: 'catalogue.price_chosen',
      actorId,
      subject: `catalogue:${row.part.id}`,
      after: { name, price: priceId },
    }),
  ]);
  await saveListedPart(deps, planPart, row, { ...row.fields, stripe_price: priceId }, actorId);
  return { plan: await getPlan(deps, row.part.id) };
}

async function requirePlanRow({ db }: Deps, planId: number): Promise<PlanRow> {
  const row = (await listPlanRows(db)).find(({ part }) => part.id === planId);
  if (!row) throw notFoundError(planPart.notFoundMessage);
  return row;
}

function requireConnected({ payments }: Deps): Payments {
  if (payments === null) throw conflictError(NOT_CONNECTED);
  return payments;
}

function throwRefusal(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  const message = describeRefusal(error);
  throw isUnanswered(error) ? new AppError('unavailable', message) : conflictError(message);
}

/** A key that is refused, or lacks the permission, is an answer: trying again won’t help. */
const isUnanswered = ({ kind, status }: PaymentError): boolean =>
  kind === 'unavailable' && status !== 401 && status !== 403;

/** In Stripe’s own words, and with the way out where we know it. */
function describeRefusal(error: PaymentError): string {
  if (isUnanswered(error)) return 'Stripe didn’t answer. Nothing was changed; try again.';
  const wayOut = error.status === 403 ? ' Allow ‘Prices: Write’ for the key in Stripe, then try again.' : '';
  return `Stripe says: ‘${error.message}’${wayOut}`;
}
