import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { MailKind } from '#db/enums.ts';
import { outbox } from '#db/schema/index.ts';
import type { Secrets } from '../../adapters/secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A mail that could not be sent for this long is given up. */
const PATIENCE_MS = 3 * DAY_MS;

export type NewMail = {
  kind: MailKind;
  /** The same key is the same mail: a second one of it is not queued. */
  dedupeKey: string;
  to: { email: string; name?: string };
  /** What the template says; nothing secret. */
  data?: Record<string, unknown>;
  /** What is secret of it, such as a code; kept sealed and only until the mail is sent. */
  secret?: Record<string, unknown>;
  now: number;
  /** After this (UTC ms) it is of no use. */
  expiresAt?: number;
};

/**
 * The statement that queues a mail; it goes into the batch of what the mail tells of. Tell `deps.mail.wake()` after
 * the batch.
 */
export function queueMail(deps: { db: Database; secrets: Secrets }, mail: NewMail) {
  const { now } = mail;
  return deps.db.query
    .insert(outbox)
    .values({
      dedupeKey: mail.dedupeKey,
      kind: mail.kind,
      toEmail: mail.to.email,
      toName: mail.to.name ?? '',
      data: mail.data ?? {},
      sealed: mail.secret ? deps.secrets.seal(JSON.stringify(mail.secret)) : null,
      nextAttemptAt: now,
      expiresAt: mail.expiresAt ?? now + PATIENCE_MS,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outbox.dedupeKey });
}

/** How many mails wait, and since when the oldest does (UTC ms). */
export async function backlog(db: Database): Promise<{ waiting: number; oldest: number | null }> {
  const [row] = await db.query
    .select({ waiting: sql<number>`count(*)`, oldest: sql<number | null>`min(${outbox.createdAt})` })
    .from(outbox)
    .where(sql`${outbox.status} = 'queued'`);
  return row ?? { waiting: 0, oldest: null };
}
