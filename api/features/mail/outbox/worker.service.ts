import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { type EmailMessage, type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { Deps } from '#api/deps.ts';
import { computeRetryDelayMs, isRetryExhausted, SERVER_ERROR_PREFIX } from './outbox.service.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import * as queue from './outbox.queries.ts';
import type { OutboxRow } from './outbox.queries.ts';
import { runAs } from '#api/loop-watch.ts';

/** Emails that are sent at the same time. */
const CONCURRENCY = 4;
/** Rows of one read. Few, so that a code does not wait behind a thousand invitations. */
const BATCH_SIZE = 8;
/** Maximum interval of polls while emails are queued, so that expired secrets are deleted, milliseconds. */
const POLL_INTERVAL_MS = 60_000;
/** Maximum delay after consecutive database errors, such as a full disk, milliseconds. */
const RETRY_MAX_MS = 30_000;
/** How long a stop waits for lanes whose connections were closed, milliseconds. */
const CLOSE_GRACE_MS = 1_000;
const CLEANUP_INTERVAL_MS = 6 * 60 * 60 * 1000;
/** How long a stop waits for emails in flight, milliseconds. */
const SHUTDOWN_GRACE_MS = 3_000;

type Options = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'site' | 'space'> &
  Partial<Pick<Deps, 'metrics'>> & {
    mailer: Mailer;
    random?: () => number;
  };

/**
 * Sends the emails of the outbox at least once. An email is marked as sent after the server accepted it, so after a crash
 * those in flight (four at most) may be sent again, under the same Message-ID. The other order would lose them.
 */
export class OutboxWorker {
  readonly #options: Options;
  #ready: OutboxRow[] = [];
  /** Ids that are read but not yet marked; the next read leaves them out. */
  readonly #inFlightIds = new Set<number>();
  #fetching: Promise<void> | null = null;
  readonly #lanes = new PQueue({ concurrency: CONCURRENCY });
  #woken = false;
  #stopped = false;
  #isServerDown = false;
  /** Consecutive polls that failed. */
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #cleanupTimer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#lanes.on('next', () => {
      if (this.#stopped) return;
      if (this.#woken) this.#startLane();
      else void this.#scheduleNext();
    });
  }

  /** Sends what is queued, and deletes old emails now and every six hours. */
  start(): void {
    const { db, clock } = this.#options;
    const deleteOld = () => this.#logErrors(() => queue.deleteOldEmails(db, clock.now()));
    this.#cleanupTimer = setInterval(() => void deleteOld(), CLEANUP_INTERVAL_MS).unref();
    void deleteOld();
    void this.#logErrors(() => queue.retryServerFailures(db, clock.now())).then(() => this.wake());
  }

  /** Schedules a poll of the outbox; called after each write that enqueues an email. */
  wake(): void {
    this.#woken = true;
    this.#startLane();
  }

  /** Resolves when no email is in flight and none is due. */
  whenIdle(): Promise<void> {
    const idle = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return idle;
  }

  /** Waits a moment for emails in flight. The others stay in the outbox for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#cleanupTimer);
    await this.#waitForLanes(SHUTDOWN_GRACE_MS);
    this.#options.mailer.close();
    await this.#waitForLanes(CLOSE_GRACE_MS);
    this.#resolveIdle();
  }

  async #waitForLanes(limitMs: number): Promise<void> {
    const timeout = new AbortController();
    await Promise.race([
      this.#lanes.onIdle(),
      sleep(limitMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  #startLane(): void {
    if (this.#stopped || this.#lanes.pending >= CONCURRENCY) return;
    void this.#lanes.add(() => runAs('mail', () => this.#drainQueue()));
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
      await queue.advanceMisdatedEmails(db, clock.now());
      const due = await queue.listDueEmails(db, clock.now(), [...this.#inFlightIds], BATCH_SIZE);
      const rows = await queue.closeUndoWindows(db, due);
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
    // It waited behind a slow server; the next poll marks it as expired.
    if (row.expiresAt <= clock.now()) return;
    const deliverability = await this.#retryUntilDone(() => queue.readDeliverability(db, row));
    if (deliverability === 'address-suppressed') {
      this.#count('suppressed');
      return this.#retryUntilDone(() => queue.markEmailSuppressed(db, row.id, 'email: address suppressed'));
    }
    if (deliverability !== 'due') return;
    const isSuspended = await this.#retryUntilDone(() => queue.isSuspendedRecipient(db, row.toEmail, clock.now()));
    if (isSuspended === undefined) return;
    let message: EmailMessage;
    try {
      message = this.#toMessage(row, isSuspended);
    } catch {
      // The error is not logged: it may quote secret data.
      log.error({ mail: row.id, kind: row.kind }, 'email rendering failed');
      this.#count('given_up');
      return this.#retryUntilDone(() => queue.markEmailExpired(db, row.id, 'email: composing failed'));
    }
    try {
      await mailer.send(message);
    } catch (error) {
      // An attempt that a stop cut off does not count.
      if (!this.#stopped) await this.#recordFailure(row, error);
      return;
    }
    this.#count('sent');
    await this.#retryUntilDone(() => queue.markEmailSent(db, row.id, clock.now()));
    if (!this.#isServerDown) return;
    this.#isServerDown = false;
    log.info('mail server reachable again');
    await this.#retryUntilDone(() => queue.retryServerFailures(db, clock.now()));
  }

  async #recordFailure(row: OutboxRow, error: unknown): Promise<void> {
    const { db, clock, log, random = Math.random } = this.#options;
    const { scope, reason, isPermanent } =
      error instanceof EmailDeliveryError ? error : new EmailDeliveryError('server', 'unknown error');
    const attempt = row.attempts + 1;
    log.warn({ mail: row.id, kind: row.kind, scope, reason, attempt }, 'email delivery failed');
    if (scope === 'server') this.#isServerDown = true;
    const lastError = scope === 'server' ? `${SERVER_ERROR_PREFIX} ${reason}` : `email: ${reason}`;
    const isGivenUp = isPermanent && isRetryExhausted(attempt);
    this.#count(isGivenUp ? 'given_up' : 'retried');
    if (isGivenUp) return this.#retryUntilDone(() => queue.markEmailExpired(db, row.id, lastError));
    const delayMs = computeRetryDelayMs(attempt, row.expiresAt - row.createdAt, random);
    await this.#retryUntilDone(() =>
      queue.markEmailFailed(db, row.id, { error: lastError, nextAttemptAt: clock.now() + delayMs }),
    );
  }

  #count(result: 'sent' | 'retried' | 'given_up' | 'suppressed'): void {
    this.#options.metrics?.count('emails_total', { result });
  }

  /** Retries until it is done: an outcome that is lost to a locked database would send the email twice. */
  async #retryUntilDone<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (this.#stopped) return undefined;
        this.#options.space.recordError(error);
        this.#options.log.error({ err: error }, 'outbox update failed; retrying');
        await sleep(this.#computeRetryDelayMs(attempt), undefined, { ref: false });
      }
    }
  }

  #toMessage(row: OutboxRow, isSuspended: boolean): EmailMessage {
    const { secrets, site } = this.#options;
    const secret =
      row.encryptedSecret === null ? {} : (JSON.parse(secrets.decrypt(row.encryptedSecret)) as Record<string, unknown>);
    const token = secrets.sign('message-id', row.id, row.createdAt).slice(0, 16);
    return {
      ...renderEmail(this.#options, row.kind, { ...row.data, ...secret }, { isSuspended }),
      id: row.id,
      messageId: `${row.id}.${token}@${new URL(site.url).hostname}`,
      date: row.createdAt,
      to: { email: row.toEmail },
      code: typeof secret.code === 'string' ? secret.code : null,
    };
  }

  /** Sleeps until the next email is due. Other lanes may still be waiting for a slow server. */
  async #scheduleNext(): Promise<void> {
    const { db, clock, log } = this.#options;
    if (this.#lanes.pending === 0) this.#resolveIdle();
    // Due emails would be polled again at once for as long as the failure lasts.
    if (this.#failures > 0) return this.#wakeAfter(this.#computeRetryDelayMs(this.#failures));
    try {
      const next = await queue.findNextAttemptAt(db, [...this.#inFlightIds]);
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, 'outbox poll failed');
      this.#wakeAfter(this.#computeRetryDelayMs(1));
    }
  }

  #computeRetryDelayMs(failures: number): number {
    return computeBackoffMs(failures, { maxMs: RETRY_MAX_MS, random: this.#options.random });
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
