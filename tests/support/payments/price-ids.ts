import type { PlanPriceId, PriceIds } from '#api/domain/catalogue-types.ts';
import { pushSiteSources } from '../app/site-sources.ts';
import type { OwnSite } from './own-site.ts';

/** Monthly prices of a plan as the settings list them: the first is the one that it is sold for. */
export const toMonthlyPrices = (...ids: readonly string[]): PlanPriceId[] =>
  ids.map((priceId, at) => ({ priceId, interval: 'month', isCurrent: at === 0 }));

/** Sells plans, by their keys, at other prices of the payment provider, whatever those charge. Returns what ends that. */
export const sellAtPrices = ({ published }: OwnSite, priceIds: PriceIds): (() => void) =>
  pushSiteSources({
    catalogue: () => ({ ...published.content, priceIds: { ...published.content.priceIds, ...priceIds } }),
  });
