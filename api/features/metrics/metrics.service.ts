import type { Deps } from '#api/deps.ts';
import type { Metrics, SetGauge } from '#api/adapters/request-metrics.ts';
import { findBillingDrift } from '#db/queries/billing-drift.ts';
import { findFailures } from '#api/features/system/system.service.ts';
import { listLeases, listServers } from '#db/queries/servers.ts';
import { readQueueLengths } from '#db/queries/queue-lengths.ts';
import { readLastPublishMs } from './metrics.queries.ts';

/** Everything that is measured, in the text format of Prometheus. */
export const readMetrics = (deps: Deps, metrics: Metrics) => metrics.read((set) => setGauges(deps, set));

async function setGauges(deps: Deps, set: SetGauge): Promise<void> {
  const { db, clock, site, uploads } = deps;
  const now = clock.now();
  const toAge = (at: number | null) => (at === null ? 0 : Math.max(0, now - at) / 1_000);

  for (const { queue, count, oldestAt } of await readQueueLengths(db)) {
    set('queue_length', 'Rows that wait in a queue.', count, { queue });
    set('queue_oldest_age_seconds', 'Age of the oldest row of a queue; 0 when it is empty.', toAge(oldestAt), {
      queue,
    });
  }
  for (const [part, failure] of Object.entries(await findFailures(deps))) {
    set('part_failing', 'Whether a part of the server fails, as in /api/health.', failure ? 1 : 0, { part });
  }
  const servers = (await listServers(db)).filter(({ isAlive }) => isAlive);
  if (servers.length > 0) {
    set('servers', 'Servers that reported a short while ago.', servers.length);
    for (const { name, release, isLeader } of servers) {
      set('server_release', 'The release that each server serves.', release, { server: name });
      set('server_leads', 'Whether a server leads: publishes, sends and backs up for all.', isLeader ? 1 : 0, {
        server: name,
      });
    }
  }
  for (const { name, token, endsInMs } of await listLeases(db)) {
    set('lease_token', 'Token of a lease: it grows with each new holder.', token, { lease: name });
    set('lease_remaining_seconds', 'How long a lease still holds without being renewed.', endsInMs / 1_000, {
      lease: name,
    });
  }
  set('site_release', 'The release that visitors get.', site.release());
  const lastPublish = await readLastPublishMs(db);
  if (lastPublish !== null) {
    set('publish_last_duration_seconds', 'From the write to the proof that it is live.', lastPublish / 1_000);
  }
  const { free } = await uploads.getDiskSpace();
  set('disk_free_bytes', 'Of the disk of the data directory.', free);
  set('billing_drifts', 'Differences from Stripe that aren’t repaired.', (await findBillingDrift(db))?.count ?? 0);

  const { backups } = await deps.backups.readStatus();
  const newest = backups.find(({ proof }) => proof.failure === null);
  if (newest) {
    set('backup_age_seconds', 'Age of the newest proven backup.', toAge(newest.createdAt));
    set('backup_proof_duration_seconds', 'How long its restore and checks took.', newest.proof.milliseconds / 1_000);
    set('backup_bytes', 'Size of its file.', newest.file.bytes);
  }
}
