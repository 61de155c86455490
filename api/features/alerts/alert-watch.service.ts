import type { Deps } from '#api/deps.ts';
import { type AlertKind, alerts, type AlertState } from '#api/domain/alerts.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { type Failure, findFailures } from '#api/features/system/system.service.ts';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { write } from '#db/write.ts';
import type { DirectAlerts } from './direct-alerts.service.ts';
import { findLastAlert, type SentAlert, toAlertKey } from './alerts.queries.ts';

const MINUTE_MS = 60_000;
const REMINDER_MS = 24 * 60 * MINUTE_MS;
type WatchDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'space' | 'secrets' | 'uploadStorage' | 'purges' | 'backups' | 'outboxWorker'
> & {
  /** Calls the webhook, which needs no outbox. */
  directAlerts: Pick<DirectAlerts, 'report'>;
};

/**
 * Mails those who run the site when a part of it fails: once when it has for long enough, once a day while it does, and once when
 * it is over. What was mailed is known from the outbox, so a restart, or another server, mails nothing twice. The database, the pages and
 * the disk are watched by each server itself (`PartWatch`), because no row may be taken while they fail.
 */
export class AlertWatch extends PollingWorker {
  readonly #deps: WatchDeps;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Since when each works (UTC ms), while it does. */
  readonly #worksSince = new Map<AlertKind, number>();

  constructor(deps: WatchDeps) {
    super(deps, 'alerts', 'couldn’t check what to warn of');
    this.#deps = deps;
  }

  protected async findNextAt(): Promise<number> {
    return this.#lastAt + MINUTE_MS;
  }

  protected async runDue(): Promise<number> {
    const now = this.#deps.clock.now();
    if (now < this.#lastAt + MINUTE_MS) return 0;
    this.#lastAt = now;
    const failures = Object.entries(await findFailures(this.#deps));
    for (const [kind, failure] of failures) {
      // The CDN has no alert of its own: its purges wait, and pages are right after a while.
      if (!isAlertKind(kind) || alerts[kind].way === 'memory') continue;
      this.#deps.directAlerts.report(kind, failure);
      if (alerts[kind].way === 'outbox') await this.#check(kind, failure, now);
    }
    return 0;
  }

  async #check(kind: AlertKind, failure: Failure | null, now: number): Promise<void> {
    const { waitMs } = alerts[kind];
    const last = await findLastAlert(this.#deps.db, kind);
    const open = last && last.state !== 'over' ? last : null;
    if (failure) {
      this.#worksSince.delete(kind);
      if (open === null && now - failure.since >= waitMs) await this.#send({ ...failure, kind, state: 'begun' });
      if (open !== null && now - open.sentAt >= REMINDER_MS) {
        await this.#send({ kind, state: 'reminder', since: open.since, reason: failure.reason });
      }
      return;
    }
    const worksSince = this.#worksSince.get(kind) ?? now;
    this.#worksSince.set(kind, worksSince);
    if (open && now - worksSince >= waitMs) await this.#send({ kind, state: 'over', since: open.since, reason: null });
  }

  async #send({
    kind,
    state,
    since,
    reason,
  }: Omit<SentAlert, 'sentAt'> & Failure & { kind: AlertKind }): Promise<void> {
    const { db, clock, log, outboxWorker } = this.#deps;
    const now = clock.now();
    const receivers = await listUsersWithPermission(db, 'system.manage', now);
    await write(
      db,
      receivers.map(({ id, email, firstName }) =>
        enqueueEmailStatement(this.#deps, {
          kind: 'system-alert',
          data: { firstName, alert: kind, state, since, reason },
          dedupeKey: toAlertKey({ kind, state, since, now, userId: id }),
          to: { email },
          now,
        }),
      ),
    );
    log.warn({ alert: kind, state, since, receivers: receivers.length }, ALERT_LOG[state]);
    outboxWorker.wake();
  }
}

const isAlertKind = (part: string): part is AlertKind => part in alerts;

const ALERT_LOG: Record<AlertState, string> = {
  begun: 'a part of the server fails: its admins are told',
  reminder: 'a part of the server still fails: its admins are reminded',
  over: 'a part of the server works again: its admins are told',
};
