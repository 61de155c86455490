import { count, eq, sql } from 'drizzle-orm';
import { waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { EntryFilters, FunnelJson } from '#api/features/waiting-list/waiting-list.contract.ts';

type StatsDeps = Pick<Deps, 'db'>;
type StatsFilter = Pick<EntryFilters, 'productId'>;

/** How many entries there are of each status. */
export async function countEntries({ db }: StatsDeps, { productId }: StatsFilter) {
  const rows = await db.orm
    .select({ status: entries.status, count: count() })
    .from(entries)
    .where(isInList(productId))
    .groupBy(entries.status);
  const countByStatus = (status: (typeof rows)[number]['status']) =>
    rows.find((row) => row.status === status)?.count ?? 0;
  const [pending, invited, rejected] = [countByStatus('pending'), countByStatus('invited'), countByStatus('rejected')];
  return { pending, invited, rejected, total: pending + invited + rejected };
}

/** How far people came: all who joined, those who confirmed, and of the invited those who signed up and paid. */
export async function countFunnel({ db }: StatsDeps, { productId }: StatsFilter): Promise<FunnelJson> {
  const isInvited = sql`${entries.status} = 'invited'`;
  const countIf = (condition: ReturnType<typeof sql>) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const [row] = await db.orm
    .select({
      joined: count(),
      confirmed: countIf(sql`${entries.confirmedAt} IS NOT NULL`),
      invited: countIf(isInvited),
      signed_up: countIf(sql`${isInvited} AND ${entries.signedUpAt} IS NOT NULL`),
      paid: countIf(sql`${isInvited} AND ${entries.paidAt} IS NOT NULL`),
    })
    .from(entries)
    .where(isInList(productId));
  return row ?? { joined: 0, confirmed: 0, invited: 0, signed_up: 0, paid: 0 };
}

const isInList = (productId: number | undefined) =>
  productId === undefined ? undefined : eq(entries.productId, productId);
