import { toIso } from '#api/clock.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatLimit, listUntoldLimits } from '#api/domain/plan-words.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { SitePlan } from '#api/domain/site-plans.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { PlanSummaryJson, ProductSummaryJson } from './site-catalogue.contract.ts';
import type { Listed, PayerRow } from './site-catalogue.queries.ts';

function toListedJson({ part, draft, fields, ...user }: Listed<SiteProduct | SitePlan>) {
  const { id, revision, state } = part;
  const changed = draft === null ? ('live' as const) : ('changed' as const);
  return {
    id,
    revision,
    key: fields.key,
    product_id: fields.product_id,
    name: fields.name,
    status: state === 'new' ? ('new' as const) : changed,
    is_archived: fields.is_archived,
    updated_at: toIso(draft?.updatedAt ?? part.updatedAt),
    user: toUserRefJson(user),
  };
}

export const toProductJson = (row: Listed<SiteProduct>, waitingCount: number): ProductSummaryJson => ({
  ...toListedJson(row),
  tagline: row.fields.tagline,
  description: row.fields.description,
  tax_rate: row.fields.tax_rate,
  prices_address: row.fields.prices_address,
  has_waiting_list: row.fields.has_waiting_list,
  waiting_count: waitingCount,
});

type PlanContext = {
  productName: string;
  subscriberCount: number;
  /** Those of the plan. */
  payers: readonly PayerRow[];
};

const countRenewing = (payers: readonly PayerRow[], interval: PlanInterval): number =>
  payers.reduce((sum, payer) => (payer.interval === interval && payer.unitAmount !== 0 ? sum + payer.people : sum), 0);

/** As visitors read it: limits whose number a line says already aren’t repeated. */
function listIncludes({ limits, features }: SitePlan): string[] {
  const lines = features.map(({ text }) => text);
  return [...listUntoldLimits(limits, lines).map(formatLimit), ...lines];
}

export const toPlanJson = (
  row: Listed<SitePlan>,
  { productName, subscriberCount, payers }: PlanContext,
): PlanSummaryJson => ({
  ...toListedJson(row),
  product_name: productName,
  price_month: row.fields.price_month,
  price_year: row.fields.price_year,
  currency: getSiteFacts().currency,
  trial_days: row.fields.trial_days,
  sells_seats: row.fields.sells_seats,
  badge: row.fields.badge,
  includes: listIncludes(row.fields),
  subscriber_count: subscriberCount,
  renewing_count: { month: countRenewing(payers, 'month'), year: countRenewing(payers, 'year') },
});
