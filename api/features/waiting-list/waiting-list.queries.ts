import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { EmailKind } from '#api/domain/enums.ts';
import { outbox, products, waitingListEntries } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Delivery window: an email that is not sent within it expires (ms). */
const DELIVERY_WINDOW_MS = 3 * DAY_MS;

/** Mails that an address may get to confirm one entry, within the window: a stranger may have typed it. */
const CONFIRM_MAILS = { limit: 3, windowMs: 30 * DAY_MS };

const { publicId, email, firstName, productId, status, confirmedAt } = waitingListEntries;

/**
 * What a mail of a list is about, of the entries that are really there: the database builds it in the batch. Anybody may
 * have typed the name, so it goes only to an address that was confirmed.
 */
function enqueueStatement(kind: EmailKind, mail: { key: SQL; condition: SQL; now: number }): SQL {
  const name = sql`CASE WHEN ${confirmedAt} IS NOT NULL THEN ${firstName} END`;
  const data = sql`json_object('productName', ${products.name}, 'firstName', ${name}, 'entry', ${publicId})`;
  const { now } = mail;
  return sql`
    INSERT INTO ${outbox} (dedupe_key, kind, to_email, data, next_attempt_at, expires_at, created_at)
    SELECT ${mail.key}, ${kind}, ${email}, ${data}, ${now}, ${now + DELIVERY_WINDOW_MS}, ${now}
    FROM ${waitingListEntries} JOIN ${products} ON ${products.id} = ${productId}
    WHERE ${mail.condition}
    ON CONFLICT (dedupe_key) DO NOTHING`;
}

/**
 * The statement that asks the person of an entry to confirm, at most once a day (UTC) and three times in 30 days, however
 * often someone joins with the address.
 */
export function enqueueJoinedEmailStatement(joined: { email: string; productId: number; now: number }) {
  const day = toIso(joined.now).slice(0, 10);
  const earlier = sql`SELECT count(*) FROM ${outbox} WHERE ${outbox.toEmail} = ${email}
    AND ${outbox.kind} = 'waiting-list-joined' AND json_extract(${outbox.data}, '$.entry') = ${publicId}
    AND ${outbox.createdAt} > ${joined.now - CONFIRM_MAILS.windowMs}`;
  return enqueueStatement('waiting-list-joined', {
    key: sql`'waiting-list-joined:' || ${publicId} || ${`:${day}`}`,
    condition: sql`${email} = ${joined.email} AND ${productId} = ${joined.productId} AND ${status} = 'pending' AND (${earlier}) < ${CONFIRM_MAILS.limit}`,
    now: joined.now,
  });
}

/** The statement that enqueues the invitations, once for each entry. It must precede the update of the entries. */
export function enqueueInvitationsStatement(invited: { condition: SQL; now: number }) {
  return enqueueStatement('waiting-list-invited', { key: sql`'waiting-list-invited:' || ${publicId}`, ...invited });
}

/** The statement that cancels unsent emails to an entry. It must precede the deletion of the entry. */
export function deleteQueuedEmailsStatement(db: Database, condition: SQL) {
  const entries = sql`SELECT ${publicId} FROM ${waitingListEntries} WHERE ${condition}`;
  return db.orm
    .delete(outbox)
    .where(
      sql`${outbox.status} = 'queued' AND ${outbox.kind} IN ('waiting-list-joined', 'waiting-list-invited') AND json_extract(${outbox.data}, '$.entry') IN (${entries})`,
    );
}
