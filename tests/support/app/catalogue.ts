import { onTestFinished } from 'vitest';
import { getCatalogue } from '#api/domain/catalogue.ts';
import type { Catalogue, Plan, PlanLimit, Product } from '#api/domain/catalogue-types.ts';
import { pushSiteSources } from './site-sources.ts';

type Changes = {
  /** By the name of a product or plan that is sold; null takes it away. */
  products?: Readonly<Record<string, Partial<Product> | null>>;
  plans?: Readonly<Record<string, Partial<Plan> | null>>;
};

const changeAll = <Item>(items: readonly Item[], getChange: (item: Item) => Partial<Item> | null | undefined): Item[] =>
  items.flatMap((item) => {
    const change = getChange(item);
    return change === null ? [] : [{ ...item, ...change }];
  });

/** Ends the changes of the test, if there are any. */
let endChanges: (() => void) | null = null;

function sellAsBefore(): void {
  endChanges?.();
  endChanges = null;
}

/** Until the test ends, the company sells what it has published, with changes in place of those of an earlier call. */
export function sellOtherwise({ products = {}, plans = {} }: Changes): Catalogue {
  sellAsBefore();
  const published = getCatalogue();
  const catalogue = {
    products: changeAll(published.products, ({ name }) => products[name]),
    plans: changeAll(published.plans, ({ planName }) => plans[planName]),
    priceIds: published.priceIds,
  };
  endChanges = pushSiteSources({ catalogue: () => catalogue });
  onTestFinished(sellAsBefore);
  return catalogue;
}

/** Limits of a plan, as a catalogue holds them, from what programs are told. */
export const toPlanLimits = (numbers: Readonly<Record<string, number | null>>): PlanLimit[] =>
  Object.entries(numbers).map(([key, number]) => ({ key, name: key, number, unit: '' }));
