import type { Logger } from 'pino';
import { computeBackoffMs } from '#api/domain/backoff.ts';
import { type AlertKind, alerts, type AlertState } from '#api/domain/alerts.ts';
import type { Clock } from '#api/clock.ts';
import {
  type AlertContacts,
  type AlertMemory,
  type AlertMessage,
  type AlertRecord,
  loadAlertMemory,
  saveAlertMemory,
} from './alert-memory.service.ts';

const MINUTE_MS = 60_000;
const REMINDER_MS = 24 * 60 * MINUTE_MS;
/** Between two alerts of one part (ms): one that comes and goes tells nobody every minute. */
const PAUSE_MS = 15 * MINUTE_MS;
const RETRY = { baseMs: 5_000, maxMs: 5 * MINUTE_MS };

/** The target that is no email address. */
export const WEBHOOK = 'webhook';

/** An alert for one target. `id` is the same for each attempt, and for each server that sees the fault begin at the same time. */
export type DirectAlert = {
  id: string;
  kind: AlertKind;
  state: AlertState;
  since: number;
  reason: string | null;
  target: string;
};

/** Sends one alert. @throws when it wasn't accepted; it is tried again */
export type SendAlert = (alert: DirectAlert, contacts: AlertContacts) => Promise<void>;

type Failure = { since: number; reason: string | null };

type Options = {
  clock: Clock;
  log: Logger;
  /** Keeps what was told over a restart. */
  file: string;
  /** While the database has never been read. */
  firstContacts: AlertContacts;
  hasWebhook: boolean;
  send: SendAlert;
};

/**
 * Alerts that need no database: who is told is remembered, what was told is in a file, and messages go straight to the mail server and
 * to ALERT_WEBHOOK_URL. Each fault is told once, once a day while it lasts, and once when it is over, also over restarts.
 */
export class DirectAlerts {
  readonly #options: Options;
  readonly #memory: AlertMemory;
  /** Failed attempts of a message, and when the next one is due (UTC ms). */
  readonly #attempts = new Map<string, { failures: number; nextAt: number }>();
  #delivering: Promise<void> | null = null;
  #isSaved = true;

  constructor(options: Options) {
    this.#options = options;
    this.#memory = loadAlertMemory(options.file);
  }

  /** Whom to tell from now on, also after a restart without the database. */
  remember(contacts: AlertContacts): void {
    if (JSON.stringify(contacts) === JSON.stringify(this.#memory.contacts)) return;
    this.#memory.contacts = contacts;
    this.#save();
  }

  /** Says how a part is now; called again and again. */
  report(kind: AlertKind, failure: Failure | null): void {
    const record = this.#memory.alerts[kind];
    if (failure) this.#recordFailure(kind, record, failure);
    else if (record) this.#recordWorking(kind, record);
    if (!this.#isSaved) this.#save();
  }

  /** Sends what is due; resolves once each message was tried. */
  async deliver(): Promise<void> {
    this.#delivering ??= this.#deliverDue().finally(() => {
      this.#delivering = null;
    });
    await this.#delivering;
  }

  #recordFailure(kind: AlertKind, last: AlertRecord | undefined, failure: Failure): void {
    const now = this.#options.clock.now();
    let record = last;
    if (!record || record.state === 'over') {
      const { toldAt = Number.MIN_SAFE_INTEGER, due = [] } = record ?? {};
      // Who wasn't told yet that the last fault is over takes this one for the same.
      const told = due.map(({ target }) => target);
      record = { ...failure, state: 'noticed', worksSince: null, toldAt, told, due: [] };
      this.#memory.alerts[kind] = record;
      this.#isSaved = false;
    }
    record.worksSince = null;
    record.reason = failure.reason;
    // A clock that was set back makes no pause of days.
    const sinceTold = Math.abs(now - record.toldAt);
    record.since = Math.min(record.since, now);
    const isDue = now - record.since >= alerts[kind].waitMs && sinceTold >= PAUSE_MS;
    if (record.state === 'noticed' && isDue) this.#tell(kind, record, 'begun');
    else if (record.state === 'begun' && sinceTold >= REMINDER_MS) this.#tell(kind, record, 'reminder');
  }

  #recordWorking(kind: AlertKind, record: AlertRecord): void {
    const now = this.#options.clock.now();
    if (record.state === 'noticed') {
      record.state = 'over';
      this.#isSaved = false;
    }
    if (record.state !== 'begun') return;
    if (record.worksSince === null) this.#isSaved = false;
    record.worksSince ??= now;
    if (now - record.worksSince >= alerts[kind].waitMs) this.#tell(kind, record, 'over');
  }

  #tell(kind: AlertKind, record: AlertRecord, state: AlertState): void {
    const { clock, log } = this.#options;
    record.toldAt = clock.now();
    this.#isSaved = false;
    if (state === 'over') {
      // Who doesn't know that it failed needs no message that it works.
      record.due = record.told.map((target) => ({ state, target }));
      record.state = 'over';
    } else {
      record.state = 'begun';
      const targets = this.#listTargets(kind).filter(
        (target) =>
          !record.due.some((each) => each.target === target) && (state === 'reminder' || !record.told.includes(target)),
      );
      record.due.push(...targets.map((target) => ({ state, target })));
    }
    const receivers = record.due.length;
    if (receivers > 0) log.warn({ alert: kind, state, since: record.since, receivers }, 'an alert is sent directly');
  }

  #listTargets(kind: AlertKind): string[] {
    const { hasWebhook } = this.#options;
    const emails = alerts[kind].way === 'memory' ? this.#contacts.receivers.map(({ email }) => email) : [];
    return hasWebhook ? [WEBHOOK, ...emails] : emails;
  }

  get #contacts(): AlertContacts {
    return this.#memory.contacts ?? this.#options.firstContacts;
  }

  async #deliverDue(): Promise<void> {
    const now = this.#options.clock.now();
    const due = Object.entries(this.#memory.alerts).flatMap(([kind, record]) =>
      record.due.map((message) => ({ kind: kind as AlertKind, record, message })),
    );
    const ready = due.filter((each) => (this.#attempts.get(toAlert(each).id)?.nextAt ?? now) <= now);
    await Promise.all(ready.map((each) => this.#deliverMessage(each)));
    if (!this.#isSaved) this.#save();
  }

  async #deliverMessage(due: { kind: AlertKind; record: AlertRecord; message: AlertMessage }): Promise<void> {
    const { clock, log, send } = this.#options;
    const { record, message } = due;
    const alert = toAlert(due);
    try {
      await send(alert, this.#contacts);
    } catch (error) {
      const failures = (this.#attempts.get(alert.id)?.failures ?? 0) + 1;
      this.#attempts.set(alert.id, { failures, nextAt: clock.now() + computeBackoffMs(failures, RETRY) });
      // The target of a webhook is a secret, an address belongs in no log.
      log.warn(
        { alert: alert.kind, state: alert.state, failures, reason: toReason(error) },
        'an alert wasn’t delivered',
      );
      return;
    }
    this.#attempts.delete(alert.id);
    record.due = record.due.filter((each) => each !== message);
    if (message.state !== 'over') {
      if (!record.told.includes(message.target)) record.told.push(message.target);
      // The fault ended while this message was under way.
      if (record.state === 'over') record.due.push({ state: 'over', target: message.target });
    }
    this.#isSaved = false;
  }

  #save(): void {
    saveAlertMemory(this.#options.file, this.#memory, this.#options.log);
    this.#isSaved = true;
  }
}

const toAlert = ({ kind, record, message }: { kind: AlertKind; record: AlertRecord; message: AlertMessage }) => ({
  id: [kind, record.since, message.state, message.target].join(':'),
  kind,
  state: message.state,
  since: record.since,
  reason: record.reason,
  target: message.target,
});

const toReason = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
