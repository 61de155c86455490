import type { Payments, ProviderPrice } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { hasEarlierRate, parseSubscriptionTax } from '#api/domain/charged-rate.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { toMinorUnits } from '#api/domain/money.ts';
import {
  completePlan,
  getPlanAmount,
  getProviderPrice,
  listSoldIntervals,
  planIntervals,
  type SitePlan,
} from '#api/domain/site-plans.ts';
import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { readPlanPrice } from '#api/features/site-catalogue/prices/prices.service.ts';
import {
  type Listed,
  listPayers,
  listPlanRows,
  listProductRows,
  listTaxedPayers,
  loadSettingsDraft,
  type PayerRow,
  type TaxedPayerRow,
} from '#api/features/site-catalogue/site-catalogue.queries.ts';
import type { PlanMoneyJson, PublishMoneyJson, PublishMoneyRequest } from './money.contract.ts';

type MoneyDeps = Pick<Deps, 'db' | 'payments' | 'site'>;

/** A plan and what decides about its sale, before or after the publish. `plan` is null where visitors never saw it. */
type PlanState = { plan: SitePlan | null; isOffered: boolean; settings: SiteSettings; taxRate: number | null };

/** What a publish of these drafts does to prices, to what can be bought, and to those who pay. */
export async function describePublishMoney(deps: MoneyDeps, { parts }: PublishMoneyRequest): Promise<PublishMoneyJson> {
  const { db, payments, site } = deps;
  const isChosen = (kind: string, id: number) => parts.some((part) => part.kind === kind && part.id === id);
  const [rows, products] = [await listPlanRows(db), await listProductRows(db)];
  const [payers, taxed] = [await listPayers(db), await listTaxedPayers(db)];
  const settingsPart = parts.find(({ kind }) => kind === 'settings');
  const settings = {
    before: site.settings,
    after: (settingsPart && (await loadSettingsDraft(db, settingsPart.id))) ?? site.settings,
  };
  const stripe = createPriceCache(payments);
  const plans: PlanMoneyJson[] = [];
  for (const row of rows) {
    const product = products.find(({ fields }) => fields.product_id === row.fields.product_id);
    const before = toPlanState(
      readLive(row, completePlan),
      product && readLive(product, completeProduct),
      settings.before,
    );
    const after = toPlanState(
      isChosen('plan', row.part.id) ? row.fields : before.plan,
      product && (isChosen('product', product.part.id) ? product.fields : readLive(product, completeProduct)),
      settings.after,
    );
    const isOfPlan = ({ planKey }: { planKey: string }) => planKey === row.fields.key;
    const subscribers = { payers: payers.filter(isOfPlan), taxed: taxed.filter(isOfPlan) };
    const described =
      after.plan && isAboutMoney(before, after) && (await describePlan(stripe, row, { before, after }, subscribers));
    if (described) plans.push({ ...described, product_name: product?.fields.name ?? '' });
  }
  return { is_connected: payments !== null, plans };
}

/** What visitors have of a part; null of one that they never saw. */
const readLive = <F extends SitePlan | SiteProduct>(
  { part }: Listed<F>,
  complete: (stored: Readonly<Record<string, unknown>>) => F,
): F | null => (part.state === 'live' ? complete(part.fields) : null);

const toPlanState = (
  plan: SitePlan | null,
  product: SiteProduct | null | undefined,
  settings: SiteSettings,
): PlanState => ({
  plan,
  isOffered: plan?.is_archived === false && product?.is_archived === false,
  settings,
  taxRate: settings.tax.is_automatic ? null : (product?.tax_rate ?? settings.tax.rate),
});

/** Everything of a plan that its sale depends on. */
function toTerms({ plan, isOffered, settings, taxRate }: PlanState): string {
  const { tax, language } = settings;
  const prices = planIntervals.map((interval) =>
    plan === null ? null : [getPlanAmount(plan, interval), getProviderPrice(plan, interval)],
  );
  const taxTerms = [tax.is_automatic, tax.charges_rate, tax.prices_include_tax, taxRate];
  return JSON.stringify([prices, isOffered, language.currency, taxTerms]);
}

/** A plan that is free before and after has no price to tell of. */
const isAboutMoney = (before: PlanState, after: PlanState): boolean =>
  (before.isOffered || after.isOffered) &&
  toTerms(before) !== toTerms(after) &&
  !(toSaleState(before) === 'free' && toSaleState(after) === 'free');

function toSaleState({ plan, isOffered }: PlanState): PlanMoneyJson['before'] {
  if (plan === null) return 'new';
  if (!isOffered) return 'archived';
  return listSoldIntervals(plan).length === 0 ? 'free' : 'sold';
}

type Change = { before: PlanState; after: PlanState };
type Subscribers = { payers: readonly PayerRow[]; taxed: readonly TaxedPayerRow[] };

async function describePlan(
  stripe: Payments | null,
  row: Listed<SitePlan>,
  { before, after }: Change,
  { payers, taxed }: Subscribers,
): Promise<Omit<PlanMoneyJson, 'product_name'>> {
  const prices: PlanMoneyJson['prices'] = [];
  for (const interval of planIntervals) {
    const [was, becomes] = [toMoney(before, interval), toMoney(after, interval)];
    if (was === null && becomes === null) continue;
    const now = was && (await readState(stripe, row, before, interval));
    const then = becomes && (await readState(stripe, row, after, interval));
    prices.push({
      interval,
      before: was,
      after: becomes,
      was_sold: now?.state === 'unknown' ? null : now?.state === 'matches',
      state: then?.state ?? null,
      charged: then?.charged ?? null,
      message: then?.message ?? null,
    });
  }
  return {
    plan_id: row.part.id,
    plan_name: after.plan?.name ?? row.fields.name,
    before: toSaleState(before),
    after: toSaleState(after),
    is_per_seat: (after.plan ?? row.fields).sells_seats,
    prices,
    tax: describeTaxRate(before, after, taxed),
    payers: payers.map((payer) => ({
      people: payer.people,
      unit_amount: payer.unitAmount,
      currency: payer.currency,
      interval: payer.interval,
      interval_count: payer.intervalCount,
      is_kept: !prices.some((price) => isPaid(price, payer)),
    })),
  };
}

/** The tax rate of new subscriptions, where a plan that visitors know gets another one, and who goes on with an earlier one. */
function describeTaxRate(before: PlanState, after: PlanState, taxed: readonly TaxedPayerRow[]): PlanMoneyJson['tax'] {
  const [was, becomes] = [before.settings.tax, after.settings.tax];
  if (toSaleState(before) !== 'sold' || toSaleState(after) !== 'sold') return null;
  if (was.is_automatic || becomes.is_automatic) return null;
  const [charged, newlyCharged] = [getChargedPercent(before), getChargedPercent(after)];
  if (charged !== newlyCharged) {
    const people = countAtEarlierRates(after, taxed);
    return { label: becomes.label, before: charged, after: newlyCharged, is_charged: true, people };
  }
  if (before.taxRate === after.taxRate) return null;
  return { label: becomes.label, before: before.taxRate, after: after.taxRate, is_charged: false, people: 0 };
}

const getChargedPercent = ({ settings, taxRate }: PlanState): number | null =>
  settings.tax.charges_rate ? taxRate : null;

function countAtEarlierRates(after: PlanState, taxed: readonly TaxedPayerRow[]): number {
  const { tax: settings } = after.settings;
  const percent = getChargedPercent(after);
  const rate =
    percent === null
      ? null
      : { name: settings.label, percent, country: null, isInclusive: settings.prices_include_tax };
  return taxed.reduce((sum, { tax: stored, people }) => {
    const tax = parseSubscriptionTax(stored);
    return tax !== null && hasEarlierRate(tax, rate) ? sum + people : sum;
  }, 0);
}

const isPaid = ({ interval, after }: PlanMoneyJson['prices'][number], payer: PayerRow): boolean =>
  after !== null &&
  payer.interval === interval &&
  payer.intervalCount === 1 &&
  payer.unitAmount === after.amount &&
  payer.currency === after.currency.toLowerCase();

/** What a plan costs by an interval; null where it isn’t sold so. */
function toMoney({ plan, isOffered, settings }: PlanState, interval: PlanInterval) {
  const { currency } = settings.language;
  const amount = plan && isOffered ? getPlanAmount(plan, interval) : null;
  return amount ? { amount: toMinorUnits(amount, currency), currency } : null;
}

const readState = (payments: Payments | null, row: Listed<SitePlan>, state: PlanState, interval: PlanInterval) =>
  readPlanPrice(payments, { ...row, fields: state.plan ?? row.fields }, interval, state.settings);

/** The provider, asked once for each price: before and after the publish it is often the same one. */
function createPriceCache(payments: Payments | null): Payments | null {
  if (payments === null) return null;
  const known = new Map<string, Promise<ProviderPrice | null>>();
  const findPrice = (priceId: string) => {
    const price = known.get(priceId) ?? payments.setup.findPrice(priceId);
    known.set(priceId, price);
    return price;
  };
  return { ...payments, setup: { ...payments.setup, findPrice } };
}
