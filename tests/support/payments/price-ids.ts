import type { PlanPriceId } from '#api/domain/catalogue-types.ts';

/** Monthly prices of a plan as the settings list them: the first is the one that it is sold for. */
export const toMonthlyPrices = (...ids: readonly string[]): PlanPriceId[] =>
  ids.map((priceId, at) => ({ priceId, interval: 'month', isCurrent: at === 0 }));
