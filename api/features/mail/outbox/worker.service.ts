import { setTimeout as sleep } from 'node:timers/promises';
import { type MailMessage, type Mailer, MailNotSent } from '#api/adapters/mailer.ts';
import { backoffMs } from '#api/domain/backoff.ts';
import type { Deps } from '#api/deps.ts';
import { isHopeless, pauseAfter } from './retry.service.ts';
import { SERVER_FAULT } from './outbox.service.ts';
import { compose } from '#api/features/mail/templates/templates.service.ts';
import * as queue from './outbox.queries.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** How many mails are on their way at the same time. */
const LANES = 4;
/** How many rows are read at once. Few, so that a code does not queue behind a thousand invitations. */
const PORTION = 8;
/** With mails waiting the queue is looked at this often at least, so that secrets go when their time is up, ms. */
const LOOK_MS = 60_000;
/** After faults of the database in a row (a full disk, say) it is tried again after this at the latest, milliseconds. */
const RETRY_MAX_MS = 30_000;
/** How long a stop waits for lanes that were closed, milliseconds. */
const CLOSE_MS = 1_000;
const SWEEP_MS = 6 * 60 * 60 * 1000;
/** How long a stop waits for mails on their way, milliseconds. */
const GRACE_MS = 3_000;

type Options = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'site' | 'space'> & {
  mailer: Mailer;
  random?: () => number;
};

/**
 * The one sender of what waits in the outbox. A mail is marked as sent after the server took it, so after a crash the
 * mails on their way at that moment (four at most) may go out once more, under the same Message-ID. The other order
 * would lose them.
 */
export class MailWorker {
  readonly #options: Options;
  #ready: OutboxRow[] = [];
  /** Read and not yet marked: not to be read again. */
  readonly #taken = new Set<number>();
  #fetching: Promise<void> | null = null;
  readonly #lanes = new Set<Promise<void>>();
  #woken = false;
  #stopped = false;
  #isServerDown = false;
  /** Times in a row that the outbox could not be read. */
  #faults = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes up what waits, and forgets what is old, now and every six hours. */
  start(): void {
    const { db, clock } = this.#options;
    const sweep = () => this.#tryQuietly(() => queue.forgetOld(db, clock.now()));
    this.#sweeper = setInterval(() => void sweep(), SWEEP_MS).unref();
    void sweep();
    void this.#tryQuietly(() => queue.bringForward(db, clock.now())).then(() => this.wake());
  }

  /** Looks at the outbox soon. Called after every write that put a mail into it. */
  wake(): void {
    this.#woken = true;
    this.#openLane();
  }

  /** Resolves when nothing is on its way and nothing is due. */
  settled(): Promise<void> {
    const settled = new Promise<void>((resolve) => this.#waiters.push(resolve));
    this.wake();
    return settled;
  }

  /** Waits a little for mails on their way. Those that do not make it stay in the outbox for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#sweeper);
    await this.#lanesEnd(GRACE_MS);
    this.#options.mailer.close();
    await this.#lanesEnd(CLOSE_MS);
    this.#tellSettled();
  }

  async #lanesEnd(limitMs: number): Promise<void> {
    if (this.#lanes.size === 0) return;
    const timeUp = new AbortController();
    await Promise.race([
      Promise.allSettled([...this.#lanes]),
      sleep(limitMs, undefined, { signal: timeUp.signal }).catch(() => undefined),
    ]);
    timeUp.abort();
  }

  #openLane(): void {
    if (this.#stopped || this.#lanes.size >= LANES) return;
    const lane = this.#workThrough().finally(() => {
      this.#lanes.delete(lane);
      if (this.#stopped) return;
      if (this.#woken) this.#openLane();
      else void this.#rest();
    });
    this.#lanes.add(lane);
  }

  async #workThrough(): Promise<void> {
    for (let row = await this.#take(); row && !this.#stopped; row = await this.#take()) {
      if (this.#ready.length > 0) this.#openLane();
      await this.#deliver(row);
      this.#taken.delete(row.id);
    }
  }

  async #take(): Promise<OutboxRow | null> {
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
      await queue.expireLate(db, clock.now());
      const rows = await queue.dueMails(db, clock.now(), [...this.#taken], PORTION);
      for (const row of rows) this.#taken.add(row.id);
      this.#ready.push(...rows);
      this.#faults = 0;
    } catch (error) {
      if (this.#stopped) return;
      this.#faults += 1;
      this.#options.space.note(error);
      this.#options.log.error({ err: error }, 'the outbox could not be read');
    }
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { db, clock, log, mailer } = this.#options;
    const about = { mail: row.id, kind: row.kind };
    // It waited behind a slow server; the next look at the outbox gives it up.
    if (row.expiresAt <= clock.now()) return;
    let message: MailMessage;
    try {
      message = this.#toMessage(row);
    } catch {
      // Its data or its seal is not ours to mend, and what is wrong with it may quote what is secret.
      log.error(about, 'a mail could not be written and was given up');
      return this.#persist(() => queue.giveUp(db, row.id, 'mail: cannot be written'));
    }
    try {
      await mailer.send(message);
    } catch (error) {
      // A mail that a stop cut off had no fair try.
      if (!this.#stopped) await this.#noteFailure(row, error);
      return;
    }
    await this.#persist(() => queue.markSent(db, row.id, clock.now()));
    if (!this.#isServerDown) return;
    this.#isServerDown = false;
    log.info('mail goes out again');
    await this.#persist(() => queue.bringForward(db, clock.now()));
  }

  async #noteFailure(row: OutboxRow, error: unknown): Promise<void> {
    const { db, clock, log, random = Math.random } = this.#options;
    const { fault, reason, isPermanent } =
      error instanceof MailNotSent ? error : new MailNotSent('server', 'unknown fault');
    const attempt = row.attempts + 1;
    log.warn({ mail: row.id, kind: row.kind, fault, reason, attempt }, 'a mail was not sent');
    if (fault === 'server') this.#isServerDown = true;
    const noted = fault === 'server' ? `${SERVER_FAULT} ${reason}` : `mail: ${reason}`;
    if (isPermanent && isHopeless(attempt)) return this.#persist(() => queue.giveUp(db, row.id, noted));
    const pause = pauseAfter(attempt, row.expiresAt - row.createdAt, random);
    await this.#persist(() => queue.markFailed(db, row.id, { error: noted, nextAttemptAt: clock.now() + pause }));
  }

  /** What happened to a mail must not be forgotten over a locked database, or the mail would go out twice. */
  async #persist(note: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await note();
      } catch (error) {
        if (this.#stopped) return;
        this.#options.space.note(error);
        this.#options.log.error({ err: error }, 'the outbox could not be written; it is tried again');
        await sleep(backoffMs(attempt, RETRY_MAX_MS, this.#options.random), undefined, { ref: false });
      }
    }
  }

  #toMessage(row: OutboxRow): MailMessage {
    const { secrets, site } = this.#options;
    const secret = row.sealed === null ? {} : (JSON.parse(secrets.open(row.sealed)) as Record<string, unknown>);
    const mark = secrets.sign('message-id', row.id, row.createdAt).slice(0, 16);
    return {
      ...compose(this.#options, row.kind, { ...row.data, ...secret }),
      id: row.id,
      messageId: `${row.id}.${mark}@${new URL(site.url).hostname}`,
      date: row.createdAt,
      to: { email: row.toEmail },
      code: typeof secret.code === 'string' ? secret.code : null,
    };
  }

  /** Nothing is due: sleeps until the next mail is. Other lanes may still be waiting for a slow server. */
  async #rest(): Promise<void> {
    const { db, clock, log } = this.#options;
    if (this.#lanes.size === 0) this.#tellSettled();
    // What is due would be looked at again at once, for as long as the fault lasts.
    if (this.#faults > 0) return this.#wakeIn(backoffMs(this.#faults, RETRY_MAX_MS, this.#options.random));
    try {
      const next = await queue.nextAttempt(db, [...this.#taken]);
      if (next !== null) this.#wakeIn(Math.min(Math.max(next - clock.now(), 50), LOOK_MS));
    } catch (error) {
      if (!this.#stopped) log.error({ err: error }, 'the outbox could not be read');
      this.#wakeIn(backoffMs(1, RETRY_MAX_MS, this.#options.random));
    }
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }

  #tellSettled(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #tryQuietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.#stopped) this.#options.log.error({ err: error }, 'the outbox could not be tended');
    });
  }
}
