import { putPrice } from './resources/prices.ts';
import { createProduct } from './resources/products.ts';
import type { Transaction } from './state/transaction.ts';

export type SandboxProduct = {
  id: string;
  name: string;
  prices: readonly { id: string; unitAmount: number; currency: string; interval: 'month' }[];
};

/** Writes the products and prices that are not there yet, under the ids that the program knows. */
export function ensureCatalogue(tx: Transaction, products: readonly SandboxProduct[]): void {
  for (const { id, name, prices } of products) {
    if (!tx.find('product', id)) createProduct(tx, { id, name });
    for (const price of prices) {
      if (tx.find('price', price.id)) continue;
      putPrice(tx, {
        id: price.id,
        product: id,
        unitAmount: price.unitAmount,
        currency: price.currency,
        recurring: { interval: price.interval },
      });
    }
  }
}
