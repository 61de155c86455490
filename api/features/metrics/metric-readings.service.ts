import type { Metrics, SetGauge } from '#api/adapters/request-metrics.ts';
import type { Deps } from '#api/deps.ts';
import { findFailures } from '#api/features/system/system.service.ts';
import { findBillingDrift } from '#db/queries/billing-drift.ts';
import { readQueueLengths } from '#db/queries/queue-lengths.ts';
import { listLeases, listServers } from '#db/queries/servers.ts';
import { readLastPublishMs } from './metrics.queries.ts';

/** Interval of readings (ms): as often as Prometheus usually asks. */
const REFRESH_MS = 15_000;

type ReadingDeps = Pick<
  Deps,
  'db' | 'clock' | 'site' | 'space' | 'uploadStorage' | 'uploads' | 'purges' | 'backups' | 'log'
> & { metrics: Metrics };

/** Sets the gauges of a reading; called at each answer, so that an age goes on while nothing is read. */
type Gauges = (set: SetGauge) => void;

/**
 * Gauges that need a query or a disk, read in the background and answered from memory: `/metrics` is answered while the database
 * is away, with the last values and their age. Each reading fails and waits for itself.
 */
export class MetricReadings {
  readonly #deps: ReadingDeps;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #readings = new Map<string, { gauges: Gauges; readAt: number }>();
  readonly #underWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now monotonic, milliseconds: the clock of the machine may be wrong */
  constructor(deps: ReadingDeps, now: () => number = () => performance.now()) {
    this.#deps = deps;
    this.#now = now;
    this.#startedAt = now();
    deps.metrics.addGauges((set) => this.#collect(set));
  }

  start(): void {
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
    void this.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads everything now, except what is still being read. */
  async refresh(): Promise<void> {
    await Promise.all(Object.entries(readings).map(([name, read]) => this.#refreshReading(name, read)));
  }

  async #refreshReading(name: string, read: (deps: ReadingDeps) => Promise<Gauges>): Promise<void> {
    if (this.#underWay.has(name)) return;
    this.#underWay.add(name);
    try {
      this.#readings.set(name, { gauges: await read(this.#deps), readAt: this.#now() });
    } catch (error) {
      this.#deps.log.debug({ err: error, reading: name }, 'gauges not read');
    } finally {
      this.#underWay.delete(name);
    }
  }

  #collect(set: SetGauge): void {
    for (const reading of Object.keys(readings)) {
      const last = this.#readings.get(reading);
      last?.gauges(set);
      set('reading_age_seconds', (this.#now() - (last?.readAt ?? this.#startedAt)) / 1_000, { reading });
    }
    const { site, uploadStorage } = this.#deps;
    set('site_release', site.release());
    set('part_up', uploadStorage.failure ? 0 : 1, { part: 'uploads' });
  }
}

const readings = {
  async queues({ db, clock }) {
    const queues = await readQueueLengths(db);
    return (set) => {
      for (const { queue, count, oldestAt } of queues) {
        set('queue_length', count, { queue });
        set('queue_oldest_age_seconds', oldestAt === null ? 0 : toAge(clock, oldestAt), { queue });
      }
    };
  },

  async parts(deps) {
    // Disk and storage are known without a query: by `PartWatch`, and in `#collect`.
    const { disk: _disk, uploads: _uploads, ...failures } = await findFailures(deps);
    return (set) => {
      for (const [part, failure] of Object.entries(failures)) set('part_up', failure ? 0 : 1, { part });
    };
  },

  async servers({ db }) {
    const servers = (await listServers(db)).filter(({ isAlive }) => isAlive);
    const leases = await listLeases(db);
    return (set) => {
      if (servers.length > 0) set('servers', servers.length);
      for (const { name, release, isLeader } of servers) {
        set('server_release', release, { server: name });
        set('server_leads', isLeader ? 1 : 0, { server: name });
      }
      for (const { name, token, endsInMs } of leases) {
        set('lease_token', token, { lease: name });
        set('lease_remaining_seconds', endsInMs / 1_000, { lease: name });
      }
    };
  },

  async publishes({ db }) {
    const lastMs = await readLastPublishMs(db);
    return (set) => {
      if (lastMs !== null) set('publish_last_duration_seconds', lastMs / 1_000);
    };
  },

  async disk({ uploads }) {
    const { free, total } = await uploads.getDiskSpace();
    return (set) => {
      set('disk_free_bytes', free);
      set('disk_total_bytes', total);
    };
  },

  async billing({ db }) {
    const count = (await findBillingDrift(db))?.count ?? 0;
    return (set) => set('billing_drifts', count);
  },

  async backups({ backups, clock }) {
    const status = await backups.readStatus();
    const newest = status.backups.find(({ proof }) => proof.failure === null);
    return (set) => {
      if (!newest) return;
      set('backup_age_seconds', toAge(clock, newest.createdAt));
      set('backup_proof_duration_seconds', newest.proof.milliseconds / 1_000);
      set('backup_bytes', newest.file.bytes);
    };
  },
} as const satisfies Record<string, (deps: ReadingDeps) => Promise<Gauges>>;

/** Seconds since a time (UTC ms). */
const toAge = (clock: Deps['clock'], at: number) => Math.max(0, clock.now() - at) / 1_000;
