import { refuse, requireObject } from '../../http/errors.ts';
import type { Transaction } from '../../state/transaction.ts';
import type { Price } from '../objects/stored.ts';

/** A recurring price for a new use. Archived ones are refused here; existing subscriptions keep them. */
export function requireRecurringPrice(tx: Transaction, id: string, param: string): Price {
  const price = requireObject(tx, 'price', id, param);
  if (!price.active) {
    throw refuse('The price specified is inactive. This field only accepts active prices.', { param });
  }
  if (price.type !== 'recurring') {
    throw refuse(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    );
  }
  if (tx.find('product', price.product)?.active === false) {
    throw refuse('The product of this price is not active, so no new subscriptions can be created.', {
      code: 'product_inactive',
      param,
    });
  }
  return price;
}
