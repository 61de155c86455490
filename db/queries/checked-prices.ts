import type { CheckedPrice } from '#api/domain/price-sale.ts';
import type { Database } from '#db/client.ts';
import { stripeCheck } from '#db/schema/index.ts';

/** What the last check of the payment provider that ended found of each price; empty before the first. */
export async function listCheckedPrices({ orm }: Database): Promise<readonly CheckedPrice[]> {
  const [row] = await orm.select({ report: stripeCheck.report }).from(stripeCheck);
  return row?.report?.prices ?? [];
}
