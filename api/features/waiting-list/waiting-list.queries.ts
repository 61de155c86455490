import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { EmailKind } from '#api/domain/enums.ts';
import { toUndoUntil } from '#db/queries/undo-actions.ts';
import { outbox, products, waitingListEntries } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Delivery window: an email that is not sent within it expires (ms). */
const DELIVERY_WINDOW_MS = 3 * DAY_MS;

/** How long an invitation link works (ms). */
const INVITATION_MS = 14 * DAY_MS;

/** Mails that an address may get to confirm one entry, within the window: a stranger may have typed it. */
const CONFIRM_MAILS = { limit: 3, windowMs: 30 * DAY_MS };

const { publicId, email, firstName, productId, status, confirmedAt } = waitingListEntries;

type ListEmail = {
  key: SQL;
  condition: SQL;
  now: number;
  /** Further parameters of the template, as JSON. */
  data: SQL;
  /** The undoable action that it reports: it waits until that can't be undone any more. */
  undoId?: string;
};

/**
 * What a mail of a list is about, of the entries that are really there: the database builds it in the batch. Anybody may
 * have typed the name, so it goes only to an address that was confirmed.
 */
function enqueueStatement(kind: EmailKind, { key, condition, now, data, undoId }: ListEmail): SQL {
  const name = sql`CASE WHEN ${confirmedAt} IS NOT NULL THEN ${firstName} END`;
  const entryData = sql`json_object('productName', ${products.name}, 'firstName', ${name}, 'entry', ${publicId})`;
  const leavesAt = undoId === undefined ? now : toUndoUntil(now);
  return sql`
    INSERT INTO ${outbox} (dedupe_key, kind, to_email, data, next_attempt_at, expires_at, created_at, undo_id)
    SELECT ${key}, ${kind}, ${email}, json_patch(${entryData}, ${data}),
      ${leavesAt}, ${now + DELIVERY_WINDOW_MS}, ${now}, ${undoId ?? null}
    FROM ${waitingListEntries} JOIN ${products} ON ${products.id} = ${productId}
    WHERE ${condition}
    ON CONFLICT (dedupe_key) DO NOTHING`;
}

/**
 * The statement that asks the person of an entry to confirm, or tells who was invited or rejected so, at most once a day
 * (UTC) and three times in 30 days, however often someone joins with the address.
 */
export function enqueueJoinedEmailStatement(joined: { email: string; productId: number; now: number }) {
  const day = toIso(joined.now).slice(0, 10);
  const earlier = sql`SELECT count(*) FROM ${outbox} WHERE ${outbox.toEmail} = ${email}
    AND ${outbox.kind} = 'waiting-list-joined' AND json_extract(${outbox.data}, '$.entry') = ${publicId}
    AND ${outbox.createdAt} > ${joined.now - CONFIRM_MAILS.windowMs}`;
  return enqueueStatement('waiting-list-joined', {
    key: sql`'waiting-list-joined:' || ${publicId} || ${`:${day}`}`,
    condition: sql`${email} = ${joined.email} AND ${productId} = ${joined.productId} AND (${earlier}) < ${CONFIRM_MAILS.limit}`,
    now: joined.now,
    data: sql`json_object('status', ${status})`,
  });
}

const toExpiryJson = (now: number) => sql`${JSON.stringify({ expiresAt: now + INVITATION_MS })}`;

type Invitations = { condition: SQL; now: number };

/** The statement that enqueues the invitations of an undoable action. It must precede the update of the entries. */
export const enqueueInvitationsStatement = (invited: Invitations & { undoId: string }) =>
  enqueueStatement('waiting-list-invited', {
    ...invited,
    key: sql`'waiting-list-invited:' || ${publicId}`,
    data: toExpiryJson(invited.now),
  });

/** The statement that enqueues invitations again, with a new expiry. */
export const enqueueRepeatedInvitationsStatement = ({ condition, now }: Invitations) =>
  enqueueStatement('waiting-list-invited', {
    condition,
    now,
    key: sql`'waiting-list-invited:' || ${publicId} || ${`:${now}`}`,
    data: toExpiryJson(now),
  });

/** A condition: an unsent email about one of these entries. */
export const isQueuedEmailOf = (condition: SQL) => {
  const entries = sql`SELECT ${publicId} FROM ${waitingListEntries} WHERE ${condition}`;
  return sql`${outbox.status} = 'queued' AND ${outbox.kind} IN ('waiting-list-joined', 'waiting-list-invited') AND json_extract(${outbox.data}, '$.entry') IN (${entries})`;
};

/** The statement that cancels unsent emails to an entry. It must precede the deletion of the entry. */
export const deleteQueuedEmailsStatement = (db: Database, condition: SQL) =>
  db.orm.delete(outbox).where(isQueuedEmailOf(condition));

type Waiting = Pick<typeof waitingListEntries.$inferSelect, 'id' | 'productId' | 'status' | 'createdAt'>;

/** The place of an entry by date among those who wait for its product, from 1; null for one who does not wait any more. */
export async function findPlace(
  { orm }: Database,
  entry: Waiting,
): Promise<{ position: number; total: number } | null> {
  if (entry.status !== 'pending') return null;
  const { createdAt, id } = waitingListEntries;
  const isBeforeOrSame = sql`(${createdAt}, ${id}) <= (${entry.createdAt}, ${entry.id})`;
  const [row] = await orm
    .select({ position: sql<number>`count(*) FILTER (WHERE ${isBeforeOrSame})`, total: count() })
    .from(waitingListEntries)
    .where(and(eq(productId, entry.productId), eq(status, 'pending')));
  return row ?? null;
}
