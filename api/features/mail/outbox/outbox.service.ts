import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import type { Secrets } from '#api/adapters/secrets.ts';
import type { Clock } from '#api/clock.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { EmailKind } from '#api/domain/enums.ts';
import type { EmailData } from '#api/features/mail/templates/templates.service.ts';

const STALL_THRESHOLD_MS = 60_000;
/** Prefix of `outbox.last_error` when the mail server failed, and not this email or its recipient. */
export const SERVER_ERROR_PREFIX = 'server:';

/**
 * True when no code could be sent for a minute, so that requesting another one would be useless. A recipient whose own
 * server rejects email does not count: one address must not lock out all others.
 */
export async function isDeliveryStalled({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now();
  const [stalled] = await db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      sql`${outbox.status} = 'queued' AND ${outbox.kind} = 'sign-in-code'
        AND ${outbox.createdAt} < ${now - STALL_THRESHOLD_MS} AND ${outbox.expiresAt} > ${now}
        AND (${outbox.lastError} IS NULL OR ${outbox.lastError} LIKE ${`${SERVER_ERROR_PREFIX}%`})`,
    )
    .limit(1);
  return stalled !== undefined;
}

/** Since when the mail server has taken nothing (UTC ms): the age of the oldest email that waits for it; null while it works. */
export async function findDeliveryFailure({ db, clock }: { db: Database; clock: Clock }): Promise<number | null> {
  const now = clock.now();
  const [oldest] = await db.orm
    .select({ since: sql<number | null>`min(${outbox.createdAt})` })
    .from(outbox)
    .where(
      sql`${outbox.status} = 'queued' AND ${outbox.expiresAt} > ${now} AND (${outbox.lastError} LIKE ${`${SERVER_ERROR_PREFIX}%`}
        OR (${outbox.lastError} IS NULL AND ${outbox.kind} = 'sign-in-code' AND ${outbox.createdAt} < ${now - STALL_THRESHOLD_MS}))`,
    );
  return oldest?.since ?? null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Delivery window: an email that is not sent within it expires (ms). */
export const DELIVERY_WINDOW_MS = 3 * DAY_MS;

/** Maximum delay between two attempts, milliseconds; the wait for the end of an undo window is shorter. */
export const RETRY_MAX_MS = 10 * 60_000;
/** Attempts for an email that is refused permanently: some servers say 'never' and mean 'not now'. */
const PERMANENT_FAILURE_ATTEMPTS = 3;

/** How long to wait after the n-th failure (1 is the first), milliseconds; at most a twentieth of the email's `ttlMs`. */
export function computeRetryDelayMs(attempt: number, ttlMs: number, random: () => number): number {
  return computeBackoffMs(attempt, { maxMs: Math.max(1_000, Math.min(RETRY_MAX_MS, ttlMs / 20)), random });
}

export const isRetryExhausted = (attempt: number) => attempt >= PERMANENT_FAILURE_ATTEMPTS;

type PlainEmailKind = Exclude<EmailKind, 'sign-in-code'>;
type SignInCodeData = EmailData<'sign-in-code'>;

/** `data` contains no secret; `secret` is stored encrypted, and only until the email is sent. */
type EmailParts =
  | { kind: 'sign-in-code'; data?: Pick<SignInCodeData, 'minutes'>; secret: Pick<SignInCodeData, 'code' | 'link'> }
  | { [Kind in PlainEmailKind]: { kind: Kind; data: EmailData<Kind>; secret?: never } }[PlainEmailKind];

export type NewEmail = EmailParts & {
  /** Idempotency key: an email with a known key is not enqueued again. */
  dedupeKey: string;
  to: { email: string };
  now: number;
  /** After this (UTC ms) it is of no use. */
  expiresAt?: number;
  /** The undoable action that it reports, and when that can't be undone any more: it is not sent before. */
  undo?: { id: string; undoUntil: number };
};

/**
 * The statement that enqueues an email; it belongs into the batch of the change that it reports. Call
 * `deps.outboxWorker.wake()` after the batch.
 */
export function enqueueEmailStatement(deps: { db: Database; secrets: Secrets }, mail: NewEmail) {
  const { now } = mail;
  return deps.db.orm
    .insert(outbox)
    .values({
      dedupeKey: mail.dedupeKey,
      kind: mail.kind,
      toEmail: mail.to.email,
      data: mail.data ?? {},
      encryptedSecret: mail.secret ? deps.secrets.encrypt(JSON.stringify(mail.secret)) : null,
      nextAttemptAt: mail.undo?.undoUntil ?? now,
      undoId: mail.undo?.id ?? null,
      expiresAt: mail.expiresAt ?? now + DELIVERY_WINDOW_MS,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outbox.dedupeKey });
}
