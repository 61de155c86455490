import { getTableColumns } from 'drizzle-orm';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { EntryJson, OwnEntryJson } from './waiting-list.contract.ts';

/** Columns of an entry, joined with its product. */
export const entryColumns = { ...getTableColumns(waitingListEntries), productName: products.name };

export type EntryRow = typeof waitingListEntries.$inferSelect & { productName: string };

/** An entry as admins see it. */
export function toEntryJson(row: EntryRow): EntryJson {
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    product_id: row.productId,
    product_name: row.productName,
    productId: row.productId,
    intent: row.intent,
    status: row.status,
    created_at: toIso(row.createdAt),
    invited_at: toIsoOrNull(row.invitedAt),
    confirmed_at: toIsoOrNull(row.confirmedAt),
  };
}

/** An entry as its owner sees it. */
export function toOwnEntryJson(row: EntryRow, position: number | null): OwnEntryJson {
  return {
    product_id: row.productId,
    product_name: row.productName,
    email: row.email,
    first_name: row.firstName,
    intent: row.intent,
    status: row.status,
    position,
    confirmed_at: toIsoOrNull(row.confirmedAt),
    created_at: toIso(row.createdAt),
  };
}
