import type { Catalogue, PlanInterval } from './catalogue-types.ts';

/** A price of a plan as the last check read it at the payment provider. */
export type CheckedPrice = {
  planKey: string;
  interval: PlanInterval;
  /** Null where the plan had none. */
  priceId: string | null;
  /** What the site said, in whole units of the currency. */
  amount: number;
  currency: string;
  /** Why it isn’t what the provider charges; null when it is. */
  difference: string | null;
};

/** A price that is shown and can’t be bought. */
export type UnsoldPrice = { planKey: string; interval: PlanInterval };

/**
 * The prices of plans that can’t be bought, as far as the last check knows. A price that was published since with another amount isn’t sold
 * until it is checked again; a price that was chosen since is: it was compared when it was chosen.
 */
export function listUnsold(
  { plans, priceIds }: Pick<Catalogue, 'plans' | 'priceIds'>,
  checked: readonly CheckedPrice[],
): UnsoldPrice[] {
  // Before the first check nothing is known.
  if (checked.length === 0) return [];
  return plans
    .filter(({ isArchived }) => !isArchived)
    .flatMap(({ key, prices, currency }) =>
      prices.flatMap(({ interval, amount }) => {
        const known = checked.find((each) => each.planKey === key && each.interval === interval);
        const current = priceIds[key]?.find((each) => each.isCurrent && each.interval === interval)?.priceId ?? null;
        if (current !== null && current !== known?.priceId) return [];
        const isSold = known?.difference === null && known.amount === amount && known.currency === currency;
        return isSold ? [] : [{ planKey: key, interval }];
      }),
    );
}
