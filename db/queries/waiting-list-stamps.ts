import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { waitingListEntries as entries } from '#db/schema/index.ts';

/** The statement that records on the waiting lists that someone with the address has an account now. */
export const stampSignUpStatement = ({ orm }: Database, email: string, now: number) =>
  orm
    .update(entries)
    .set({ signedUpAt: now })
    .where(and(eq(entries.email, email), isNull(entries.signedUpAt)));

/** The statement that records on a product's waiting list when the address first paid for the product. */
export const stampPaidStatement = (
  { orm }: Database,
  { email, productId, paidAt }: { email: string; productId: number; paidAt: number },
) =>
  orm
    .update(entries)
    .set({ paidAt })
    .where(
      and(
        eq(entries.email, email),
        eq(entries.productId, productId),
        or(isNull(entries.paidAt), gt(entries.paidAt, paidAt)),
      ),
    );
