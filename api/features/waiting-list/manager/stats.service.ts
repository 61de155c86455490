import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { WaitingListStatus } from '#api/domain/enums.ts';
import { products, waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { EntryFilters, FunnelJson } from '#api/features/waiting-list/waiting-list.contract.ts';

type StatsDeps = Pick<Deps, 'db'>;
type StatsFilter = Pick<EntryFilters, 'productId'>;

/** How many entries there are of each status. */
export async function countEntries({ db }: StatsDeps, { productId }: StatsFilter) {
  const countIn = (status: WaitingListStatus) => db.orm.$count(entries, hasStatus(db, productId, status));
  const [counts] = await db.orm
    .select({ pending: countIn('pending'), invited: countIn('invited'), rejected: countIn('rejected') })
    .from(sql`(SELECT 1)`);
  const { pending = 0, invited = 0, rejected = 0 } = counts ?? {};
  return { pending, invited, rejected, total: pending + invited + rejected };
}

/** How far people came: all who joined, those who confirmed, and of the invited those who signed up and paid. */
export async function countFunnel({ db }: StatsDeps, { productId }: StatsFilter): Promise<FunnelJson> {
  const isOfProduct = productId === undefined ? undefined : eq(entries.productId, productId);
  const [row] = await db.orm
    .select({
      joined: db.orm.$count(entries, isOfProduct),
      confirmed: db.orm.$count(entries, and(isOfProduct, isNotNull(entries.confirmedAt))),
      invited: count(),
      signed_up: count(entries.signedUpAt),
      paid: count(entries.paidAt),
    })
    .from(entries)
    .where(hasStatus(db, productId, 'invited'));
  return row ?? { joined: 0, confirmed: 0, invited: 0, signed_up: 0, paid: 0 };
}

/** All products are named where none is chosen: the indexes begin with the product, so SQLite would read them whole without it. */
const hasStatus = ({ orm }: StatsDeps['db'], productId: number | undefined, status: WaitingListStatus) =>
  and(
    productId === undefined
      ? inArray(entries.productId, orm.select({ id: products.id }).from(products))
      : eq(entries.productId, productId),
    eq(entries.status, status),
  );
