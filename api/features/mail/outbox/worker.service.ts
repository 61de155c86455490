import { setTimeout as sleep } from 'node:timers/promises';
import { type EmailMessage, type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { backoffMs } from '#api/domain/backoff.ts';
import type { Deps } from '#api/deps.ts';
import { isHopeless, pauseAfter } from './retry.service.ts';
import { SERVER_ERROR_PREFIX } from './outbox.service.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import * as queue from './outbox.queries.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** Maximum number of emails that are sent concurrently. */
const CONCURRENCY = 4;
/** Rows of one poll. Few, so that a code does not wait behind a thousand invitations. */
const BATCH_SIZE = 8;
/** Maximum poll interval while emails are queued (ms), so that secrets are deleted when they expire. */
const POLL_INTERVAL_MS = 60_000;
/** Maximum backoff after consecutive database errors, such as a full disk (ms). */
const RETRY_MAX_MS = 30_000;
/** How long `stop` waits for closed connections (ms). */
const CLOSE_MS = 1_000;
const CLEANUP_INTERVAL_MS = 6 * 60 * 60 * 1000;
/** How long `stop` waits for emails that are being sent (ms). */
const SHUTDOWN_GRACE_MS = 3_000;

type Options = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'site' | 'space'> & {
  mailer: Mailer;
  random?: () => number;
};

/**
 * The one sender of what waits in the outbox. A mail is marked as sent after the server took it, so after a crash the
 * mails on their way at that moment (four at most) may go out once more, under the same Message-ID. The other order
 * would lose them.
 */
export class OutboxWorker {
  readonly #options: Options;
  #ready: OutboxRow[] = [];
  /** Ids that were read and are not yet marked; polls skip them. */
  readonly #inFlightIds = new Set<number>();
  #fetching: Promise<void> | null = null;
  readonly #lanes = new Set<Promise<void>>();
  #woken = false;
  #stopped = false;
  #isServerDown = false;
  /** Consecutive failed polls. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #cleanupTimer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts polling, and deletes old emails now and every six hours. */
  start(): void {
    const { db, clock } = this.#options;
    const deleteOldEmails = () => this.#logErrors(() => queue.deleteOldEmails(db, clock.now()));
    this.#cleanupTimer = setInterval(() => void deleteOldEmails(), CLEANUP_INTERVAL_MS).unref();
    void deleteOldEmails();
    void this.#logErrors(() => queue.retryServerFailures(db, clock.now())).then(() => this.wake());
  }

  /** Schedules a poll of the outbox; called after each write that enqueues an email. */
  wake(): void {
    this.#woken = true;
    this.#startLane();
  }

  /** Resolves when nothing is being sent and nothing is due. */
  whenIdle(): Promise<void> {
    const idle = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return idle;
  }

  /** Waits briefly for emails that are being sent. The others stay in the outbox for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#cleanupTimer);
    await this.#waitForLanes(SHUTDOWN_GRACE_MS);
    this.#options.mailer.close();
    await this.#waitForLanes(CLOSE_MS);
    this.#resolveIdle();
  }

  async #waitForLanes(limitMs: number): Promise<void> {
    if (this.#lanes.size === 0) return;
    const timeUp = new AbortController();
    await Promise.race([
      Promise.allSettled([...this.#lanes]),
      sleep(limitMs, undefined, { signal: timeUp.signal }).catch(() => undefined),
    ]);
    timeUp.abort();
  }

  #startLane(): void {
    if (this.#stopped || this.#lanes.size >= CONCURRENCY) return;
    const lane = this.#drainQueue().finally(() => {
      this.#lanes.delete(lane);
      if (this.#stopped) return;
      if (this.#woken) this.#startLane();
      else void this.#scheduleNext();
    });
    this.#lanes.add(lane);
  }

  async #drainQueue(): Promise<void> {
    for (let row = await this.#dequeue(); row && !this.#stopped; row = await this.#dequeue()) {
      if (this.#ready.length > 0) this.#startLane();
      await this.#deliver(row);
      this.#inFlightIds.delete(row.id);
    }
  }

  async #dequeue(): Promise<OutboxRow | null> {
    if (this.#ready.length === 0) {
      this.#fetching ??= this.#fetch().finally(() => {
        this.#fetching = null;
      });
      await this.#fetching;
    }
    return this.#ready.shift() ?? null;
  }

  async #fetch(): Promise<void> {
    this.#woken = false;
    const { db, clock } = this.#options;
    try {
      await queue.expireOverdueEmails(db, clock.now());
      const rows = await queue.listDueEmails(db, clock.now(), [...this.#inFlightIds], BATCH_SIZE);
      for (const row of rows) this.#inFlightIds.add(row.id);
      this.#ready.push(...rows);
      this.#failures = 0;
    } catch (error) {
      if (this.#stopped) return;
      this.#failures += 1;
      this.#options.space.recordError(error);
      this.#options.log.error({ err: error }, 'outbox poll failed');
    }
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { db, clock, log, mailer } = this.#options;
    const about = { mail: row.id, kind: row.kind };
    // It waited behind a slow server and is overdue; the next poll marks it as expired.
    if (row.expiresAt <= clock.now()) return;
    let message: EmailMessage;
    try {
      message = this.#toMessage(row);
    } catch {
      // Its data cannot be repaired here, and the error may quote a secret, so only the fact is logged.
      log.error(about, 'email rendering failed');
      return this.#retryWrite(() => queue.markEmailExpired(db, row.id, 'mail: cannot be written'));
    }
    try {
      await mailer.send(message);
    } catch (error) {
      // An attempt that `stop` cancelled does not count.
      if (!this.#stopped) await this.#recordFailure(row, error);
      return;
    }
    await this.#retryWrite(() => queue.markEmailSent(db, row.id, clock.now()));
    if (!this.#isServerDown) return;
    this.#isServerDown = false;
    log.info('mail server reachable again');
    await this.#retryWrite(() => queue.retryServerFailures(db, clock.now()));
  }

  async #recordFailure(row: OutboxRow, error: unknown): Promise<void> {
    const { db, clock, log, random = Math.random } = this.#options;
    const { scope, reason, isPermanent } =
      error instanceof EmailDeliveryError ? error : new EmailDeliveryError('server', 'unknown fault');
    const attempt = row.attempts + 1;
    log.warn({ mail: row.id, kind: row.kind, fault: scope, reason, attempt }, 'email delivery failed');
    if (scope === 'server') this.#isServerDown = true;
    const noted = scope === 'server' ? `${SERVER_ERROR_PREFIX} ${reason}` : `mail: ${reason}`;
    if (isPermanent && isHopeless(attempt)) return this.#retryWrite(() => queue.markEmailExpired(db, row.id, noted));
    const pause = pauseAfter(attempt, row.expiresAt - row.createdAt, random);
    await this.#retryWrite(() =>
      queue.markEmailFailed(db, row.id, { error: noted, nextAttemptAt: clock.now() + pause }),
    );
  }

  /** Retries while the database is locked: an unrecorded result would send the email twice. */
  async #retryWrite(recordResult: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await recordResult();
      } catch (error) {
        if (this.#stopped) return;
        this.#options.space.recordError(error);
        this.#options.log.error({ err: error }, 'outbox update failed; retrying');
        await sleep(backoffMs(attempt, RETRY_MAX_MS, this.#options.random), undefined, { ref: false });
      }
    }
  }

  #toMessage(row: OutboxRow): EmailMessage {
    const { secrets, site } = this.#options;
    const secret =
      row.encryptedSecret === null ? {} : (JSON.parse(secrets.decrypt(row.encryptedSecret)) as Record<string, unknown>);
    const mark = secrets.sign('message-id', row.id, row.createdAt).slice(0, 16);
    return {
      ...renderEmail(this.#options, row.kind, { ...row.data, ...secret }),
      id: row.id,
      messageId: `${row.id}.${mark}@${new URL(site.url).hostname}`,
      date: row.createdAt,
      to: { email: row.toEmail },
      code: typeof secret.code === 'string' ? secret.code : null,
    };
  }

  /** Sets the timer for the next due email. Other lanes may still wait for a slow server. */
  async #scheduleNext(): Promise<void> {
    const { db, clock, log } = this.#options;
    if (this.#lanes.size === 0) this.#resolveIdle();
    // Without the backoff, due emails would be polled in a loop while the error lasts.
    if (this.#failures > 0) return this.#wakeAfter(backoffMs(this.#failures, RETRY_MAX_MS, this.#options.random));
    try {
      const next = await queue.findNextAttemptAt(db, [...this.#inFlightIds]);
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, 'outbox poll failed');
      this.#wakeAfter(backoffMs(1, RETRY_MAX_MS, this.#options.random));
    }
  }

  #wakeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }

  #resolveIdle(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #logErrors(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.#stopped) this.#options.log.error({ err: error }, 'outbox cleanup failed');
    });
  }
}
