import { and, eq, sql } from 'drizzle-orm';
import { PaymentError, type Payments, type ProviderPrice } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { describePriceFault } from '#api/domain/charge-amounts.ts';
import { toMinorUnits } from '#api/domain/money.ts';
import {
  completePlan,
  getPlanAmount,
  getProviderPrice,
  listSoldIntervals,
  planIntervals,
  type SitePlan,
} from '#api/domain/site-plans.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { describeTax } from '#api/domain/tax-words.ts';
import { conflictError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { planPart } from '#api/features/site-catalogue/parts/parts.service.ts';
import { getPlan, saveListedPart } from '#api/features/site-catalogue/site-catalogue.service.ts';
import {
  describeRefusal,
  requireConnected,
  throwRefusal,
} from '#api/features/site-catalogue/prices/refusals.service.ts';
import { archiveUnusedPrices } from '#api/features/site-catalogue/prices/unused.service.ts';
import {
  findEditedSettings,
  type Listed,
  listPlanPriceIds,
  listPlanRows,
  listProductRows,
} from '#api/features/site-catalogue/site-catalogue.queries.ts';
import {
  describePriceDifference,
  describeTaxDifference,
  readTaxSide,
  toTaxBehavior,
} from '#api/features/stripe-check/price-check.service.ts';
import { planPrices, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { PlanPriceJson, PlanPricesJson } from './prices.contract.ts';

type PlanRow = Listed<SitePlan>;

/** A change of the currency, or of whether prices include tax, is prepared as a draft: prices are those that its publish needs. */
async function getPriceSettings({ db, site }: Pick<Deps, 'db' | 'site'>): Promise<SiteSettings> {
  const edited = await findEditedSettings(db);
  if (edited === null) return site.settings;
  const language = { ...site.settings.language, currency: edited.language.currency };
  return { ...site.settings, language, tax: edited.tax };
}

/** What Stripe would charge for each plan as it is edited. */
export async function listPlanPrices({ db, payments, site }: Deps): Promise<PlanPricesJson> {
  const rows = await listPlanRows(db);
  const settings = await getPriceSettings({ db, site });
  const prices = await Promise.all(
    rows.flatMap((row): Promise<PlanPriceJson>[] => {
      const intervals = listSoldIntervals(row.fields);
      if (intervals.length === 0) return [Promise.resolve(createFreePrice(row))];
      return intervals.map((interval) => readPlanPrice(payments, row, interval, settings));
    }),
  );
  return { is_connected: payments !== null, tax: describeTax(site.settings.tax), prices };
}

const createFreePrice = ({ part }: PlanRow): PlanPriceJson => ({
  plan_id: part.id,
  interval: 'month',
  state: 'free',
  price_id: null,
  charged: null,
  message: null,
});

/** How a price of a plan stands at the provider, by these fields and settings. */
export async function readPlanPrice(
  payments: Payments | null,
  row: PlanRow,
  interval: PlanInterval,
  settings: SiteSettings,
): Promise<PlanPriceJson> {
  const { id: plan_id } = row.part;
  const priceId = findPriceId(payments, row, interval);
  const answer = { plan_id, interval, price_id: priceId, charged: null, message: null };
  if (payments === null || priceId === null) return { ...answer, state: 'missing' };
  try {
    return { ...answer, ...comparePlanPrice(row.fields, interval, await payments.setup.findPrice(priceId), settings) };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return { ...answer, state: 'unknown', message: describeRefusal(error) };
  }
}

/** The price that was chosen, else that of the settings. */
const findPriceId = (payments: Payments | null, { fields }: PlanRow, interval: PlanInterval): string | null =>
  getProviderPrice(fields, interval) || (payments?.findPriceId(fields.key, interval) ?? null);

function comparePlanPrice(
  plan: SitePlan,
  interval: PlanInterval,
  price: ProviderPrice | null,
  settings: SiteSettings,
): Pick<PlanPriceJson, 'state' | 'charged' | 'message'> {
  if (price === null) return { state: 'missing', charged: null, message: 'Stripe has no such price any more.' };
  const { amount, currency, intervalCount } = price;
  const charged =
    amount === null || price.interval === null
      ? null
      : { amount, currency, interval: price.interval, interval_count: intervalCount };
  if (!price.isActive) return { state: 'archived', charged, message: 'This price is archived at Stripe.' };
  const shown = { amount: getPlanAmount(plan, interval) ?? 0, currency: settings.language.currency, interval };
  const difference = describePriceDifference(shown, price) ?? describeTaxDifference(price, readTaxSide(settings.tax));
  return { state: difference === null ? 'matches' : 'differs', charged, message: difference };
}

/**
 * Creates the price of a plan at Stripe as the plan is edited, and saves it as a draft. A price is never changed there: who has the plan
 * keeps the earlier one. @throws not_found; validation_failed for a plan that isn’t sold so; conflict with Stripe's words; unavailable.
 */
export async function createPlanPrice(deps: Deps, planId: number, interval: PlanInterval, actorId: number) {
  const { db } = deps;
  const payments = requireConnected(deps);
  const row = await requirePlanRow(deps, planId);
  const { fields, part, draft } = row;
  const price = getPlanAmount(fields, interval);
  if (!price) throw invalidFieldError('interval', `This plan has no price by the ${interval}. Enter one first.`);
  const offered = await listProductRows(db);
  const productName = offered.find((each) => each.fields.product_id === fields.product_id)?.fields.name ?? '';
  const { language, tax } = await getPriceSettings(deps);
  const { currency } = language;
  const fault = describePriceFault(price, currency);
  if (fault !== null) throw invalidFieldError('interval', fault);
  const amount = toMinorUnits(price, currency);
  const taxBehavior = toTaxBehavior(tax);
  // A price that was discarded is archived: the count asks for another one, while two presses at once get the same.
  const count = (await listPlanPriceIds(db)).get(fields.key)?.length ?? 0;
  const key = [part.id, part.revision, draft?.version ?? 0, count, amount, currency, interval, taxBehavior].join('-');
  const created = await readCurrentProduct(payments, row)
    .then((productId) =>
      payments.setup.createPrice(
        {
          planKey: fields.key,
          name: formatPlanName(productName, fields.name),
          productId,
          amount,
          currency,
          interval,
          taxBehavior,
        },
        `plan-price-${key}`,
      ),
    )
    .catch(throwRefusal);
  return savePrice(deps, row, { interval, priceId: created.id }, actorId);
}

/** Stripe’s product of the prices that the plan has, so that its reports go on; null for a new one. */
async function readCurrentProduct(payments: Payments, row: PlanRow): Promise<string | null> {
  for (const interval of planIntervals) {
    const priceId = findPriceId(payments, row, interval);
    const price = priceId === null ? null : await payments.setup.findPrice(priceId);
    if (price?.isActive) return price.productId;
  }
  return null;
}

type ChosenPrice = { interval: PlanInterval; priceId: string };

/**
 * Chooses a price that is at Stripe already, as a draft.
 * @throws not_found; validation_failed for one that a plan can’t have; conflict for one of another plan; unavailable.
 */
export async function choosePlanPrice(deps: Deps, planId: number, chosen: ChosenPrice, actorId: number) {
  const { interval, priceId } = chosen;
  const payments = requireConnected(deps);
  const row = await requirePlanRow(deps, planId);
  const price = await payments.setup.findPrice(priceId).catch(throwRefusal);
  const fault = describeUnusable(price, interval, (await getPriceSettings(deps)).language.currency);
  if (fault !== null) throw invalidFieldError('price_id', fault);
  await requireUnusedPrice(deps, row, priceId);
  return savePrice(deps, row, chosen, actorId);
}

function describeUnusable(price: ProviderPrice | null, interval: PlanInterval, currency: string): string | null {
  if (price === null) return 'Stripe has no price with this id. Copy it from the price in Stripe.';
  if (!price.isActive) return 'This price is archived at Stripe. Choose another one.';
  if (price.interval === null || price.amount === null)
    return 'This price isn’t one fixed amount that is paid again and again. Choose another one.';
  if (price.intervalCount !== 1 || !['month', 'year'].includes(price.interval))
    return 'This price isn’t paid by the month or by the year. Choose another one.';
  if (price.interval !== interval)
    return `This price is paid by the ${price.interval}. Choose one that is paid by the ${interval}.`;
  if (price.currency !== currency.toLowerCase())
    return `This price is in ${price.currency.toUpperCase()}, and the site sells in ${currency}. Choose another one.`;
  return null;
}

/** A price of another plan says what that plan’s subscribers have. */
async function requireUnusedPrice({ db }: Deps, row: PlanRow, priceId: string): Promise<void> {
  const plans = await listPlanRows(db);
  const owner = plans.find(
    ({ fields, part }) =>
      fields.key !== row.fields.key && [fields, completePlan(part.fields)].some((plan) => isPriceOf(plan, priceId)),
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

const isPriceOf = (plan: SitePlan, priceId: string): boolean =>
  planIntervals.some((interval) => getProviderPrice(plan, interval) === priceId);

async function savePrice(deps: Deps, row: PlanRow, { interval, priceId }: ChosenPrice, actorId: number) {
  const { db, clock } = deps;
  const { key, name } = row.fields;
  const now = clock.now();
  await write(db, [
    sql`INSERT INTO ${planPrices} (price_id, plan_key, billing_interval, created_at)
        VALUES (${priceId}, ${key}, ${interval}, ${now})
      ON CONFLICT (price_id) DO UPDATE SET plan_key = excluded.plan_key,
        billing_interval = excluded.billing_interval, created_at = excluded.created_at`,
    insertAuditStatement(db, {
      at: now,
      action: 'catalogue.price_chosen',
      actorId,
      subject: `catalogue:${row.part.id}`,
      after: { name, interval, price: priceId },
    }),
  ]);
  await saveListedPart(deps, planPart, row, { ...row.fields, [`stripe_price_${interval}`]: priceId }, actorId);
  await archiveUnusedPrices(deps, row.fields);
  return { plan: await getPlan(deps, row.part.id) };
}

async function requirePlanRow({ db }: Deps, planId: number): Promise<PlanRow> {
  const row = (await listPlanRows(db)).find(({ part }) => part.id === planId);
  if (!row) throw notFoundError(planPart.notFoundMessage);
  return row;
}
