import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { type EmailMessage, type Mailer, EmailDeliveryError } from '#api/adapters/mailer.ts';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import type { Deps } from '#api/deps.ts';
import { computeRetryDelayMs, isRetryExhausted, SERVER_ERROR_PREFIX } from './outbox.service.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import * as queue from './outbox.queries.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** How many mails are on their way at the same time. */
const CONCURRENCY = 4;
/** How many rows are read at once. Few, so that a code does not queue behind a thousand invitations. */
const BATCH_SIZE = 8;
/** With mails waiting the queue is looked at this often at least, so that secrets go when their time is up, ms. */
const POLL_INTERVAL_MS = 60_000;
/** After faults of the database in a row (a full disk, say) it is tried again after this at the latest, milliseconds. */
const RETRY_MAX_MS = 30_000;
/** How long a stop waits for lanes that were closed, milliseconds. */
const CLOSE_MS = 1_000;
const CLEANUP_INTERVAL_MS = 6 * 60 * 60 * 1000;
/** How long a stop waits for mails on their way, milliseconds. */
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
  /** Read and not yet marked: not to be read again. */
  readonly #inFlightIds = new Set<number>();
  #fetching: Promise<void> | null = null;
  readonly #lanes = new PQueue({ concurrency: CONCURRENCY });
  #woken = false;
  #stopped = false;
  #isServerDown = false;
  /** Times in a row that outbox poll failed. */
  #faults = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#lanes.on('next', () => {
      if (this.#stopped) return;
      if (this.#woken) this.#startLane();
      else void this.#scheduleNext();
    });
  }

  /** Takes up what waits, and forgets what is old, now and every six hours. */
  start(): void {
    const { db, clock } = this.#options;
    const sweep = () => this.#logErrors(() => queue.deleteOldEmails(db, clock.now()));
    this.#sweeper = setInterval(() => void sweep(), CLEANUP_INTERVAL_MS).unref();
    void sweep();
    void this.#logErrors(() => queue.retryServerFailures(db, clock.now())).then(() => this.wake());
  }

  /** Schedules a poll of the outbox; called after each write that enqueues an email. */
  wake(): void {
    this.#woken = true;
    this.#startLane();
  }

  /** Resolves when nothing is on its way and nothing is due. */
  whenIdle(): Promise<void> {
    const whenIdle = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return whenIdle;
  }

  /** Waits a little for mails on their way. Those that do not make it stay in the outbox for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#sweeper);
    await this.#waitForLanes(SHUTDOWN_GRACE_MS);
    this.#options.mailer.close();
    await this.#waitForLanes(CLOSE_MS);
    this.#resolveIdle();
  }

  async #waitForLanes(limitMs: number): Promise<void> {
    const timeUp = new AbortController();
    await Promise.race([
      this.#lanes.onIdle(),
      sleep(limitMs, undefined, { signal: timeUp.signal }).catch(() => undefined),
    ]);
    timeUp.abort();
  }

  #startLane(): void {
    if (this.#stopped || this.#lanes.pending >= CONCURRENCY) return;
    void this.#lanes.add(() => this.#drainQueue());
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
      this.#faults = 0;
    } catch (error) {
      if (this.#stopped) return;
      this.#faults += 1;
      this.#options.space.recordError(error);
      this.#options.log.error({ err: error }, 'outbox poll failed');
    }
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { db, clock, log, mailer } = this.#options;
    const about = { mail: row.id, kind: row.kind };
    // It waited behind a slow server; the next look at the outbox gives it up.
    if (row.expiresAt <= clock.now()) return;
    let message: EmailMessage;
    try {
      message = this.#toMessage(row);
    } catch {
      // Its data or its seal is not ours to mend, and what is wrong with it may quote what is secret.
      log.error(about, 'email rendering failed');
      return this.#retryWrite(() => queue.markEmailExpired(db, row.id, 'mail: cannot be written'));
    }
    try {
      await mailer.send(message);
    } catch (error) {
      // A mail that a stop cut off had no fair try.
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
    if (isPermanent && isRetryExhausted(attempt))
      return this.#retryWrite(() => queue.markEmailExpired(db, row.id, noted));
    const delayMs = computeRetryDelayMs(attempt, row.expiresAt - row.createdAt, random);
    await this.#retryWrite(() =>
      queue.markEmailFailed(db, row.id, { error: noted, nextAttemptAt: clock.now() + delayMs }),
    );
  }

  /** What happened to a mail must not be forgotten over a locked database, or the mail would go out twice. */
  async #retryWrite(note: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await note();
      } catch (error) {
        if (this.#stopped) return;
        this.#options.space.recordError(error);
        this.#options.log.error({ err: error }, 'outbox update failed; retrying');
        await sleep(this.#computeFaultDelayMs(attempt), undefined, { ref: false });
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

  /** Nothing is due: sleeps until the next mail is. Other lanes may still be waiting for a slow server. */
  async #scheduleNext(): Promise<void> {
    const { db, clock, log } = this.#options;
    if (this.#lanes.pending === 0) this.#resolveIdle();
    // What is due would be looked at again at once, for as long as the fault lasts.
    if (this.#faults > 0) return this.#wakeAfter(this.#computeFaultDelayMs(this.#faults));
    try {
      const next = await queue.findNextAttemptAt(db, [...this.#inFlightIds]);
      if (next !== null) this.#wakeAfter(Math.min(Math.max(next - clock.now(), 50), POLL_INTERVAL_MS));
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, 'outbox poll failed');
      this.#wakeAfter(this.#computeFaultDelayMs(1));
    }
  }

  #computeFaultDelayMs(faults: number): number {
    return computeBackoffMs(faults, { maxMs: RETRY_MAX_MS, random: this.#options.random });
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
