import { getTableColumns } from 'drizzle-orm';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { OutboxStatus } from '#api/domain/enums.ts';
import { describeDeliveryError } from '#api/features/mail/outbox/delivery-errors.service.ts';
import type { EntryJson, OwnEntryJson } from './waiting-list.contract.ts';

const { searchText: _, ...storedColumns } = getTableColumns(waitingListEntries);

/** Columns of an entry, joined with its product. */
export const entryColumns = { ...storedColumns, productName: products.name };

export type EntryRow = Omit<typeof waitingListEntries.$inferSelect, 'searchText'> & { productName: string };

/** Joined also with the account of the address and with the invitation email, as far as there are any. */
export type ListedEntryRow = EntryRow & {
  userId: number | null;
  leavesAt: number | null;
  sentAt: number | null;
  lastError: string | null;
};

/** An entry as admins see it. */
export function toEntryJson(row: ListedEntryRow): EntryJson {
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
    user_id: row.userId,
    signed_up_at: toIsoOrNull(row.signedUpAt),
    paid_at: toIsoOrNull(row.paidAt),
    invitation: toInvitationJson(row),
  };
}

const deliveryByStatus = {
  queued: 'waiting',
  sent: 'sent',
  expired: 'failed',
  suppressed: 'suppressed',
} as const satisfies Record<OutboxStatus, string>;

function toInvitationJson({ invitationStatus, leavesAt, sentAt, lastError }: ListedEntryRow): EntryJson['invitation'] {
  if (invitationStatus === null) return null;
  return {
    status: deliveryByStatus[invitationStatus],
    leaves_at: invitationStatus === 'queued' ? toIsoOrNull(leavesAt) : null,
    sent_at: toIsoOrNull(sentAt),
    error: describeDeliveryError(lastError).text,
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
