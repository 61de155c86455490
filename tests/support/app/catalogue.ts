import { onTestFinished } from 'vitest';
import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { Catalogue, Plan, PlanLimit, Product } from '#api/domain/catalogue-types.ts';
import { demoCatalogue } from '../site/demo-catalogue.ts';

type Changes = {
  /** By the name of a product or plan of the demo; null takes it away. */
  products?: Readonly<Record<string, Partial<Product> | null>>;
  plans?: Readonly<Record<string, Partial<Plan> | null>>;
};

const changeAll = <Item>(items: readonly Item[], getChange: (item: Item) => Partial<Item> | null | undefined): Item[] =>
  items.flatMap((item) => {
    const change = getChange(item);
    return change === null ? [] : [{ ...item, ...change }];
  });

/** Until the test ends, the company sells what the demo does, with changes. */
export function sellOtherwise({ products = {}, plans = {} }: Changes): Catalogue {
  const catalogue = {
    products: changeAll(demoCatalogue.products, ({ name }) => products[name]),
    plans: changeAll(demoCatalogue.plans, ({ planName }) => plans[planName]),
    priceIds: demoCatalogue.priceIds,
  };
  setCatalogueSource(() => catalogue);
  onTestFinished(() => setCatalogueSource(() => demoCatalogue));
  return catalogue;
}

/** Limits of a plan, as a catalogue holds them, from what programs are told. */
export const toPlanLimits = (numbers: Readonly<Record<string, number | null>>): PlanLimit[] =>
  Object.entries(numbers).map(([key, number]) => ({ key, name: key, number, unit: '' }));
