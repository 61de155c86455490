import type { Metrics } from '#api/adapters/request-metrics.ts';
import { MetricReadings } from '#api/features/metrics/metric-readings.service.ts';
import { addServers } from '../app/servers.ts';
import type { TestApp } from '../app/test-app.ts';

/** A proven backup of so many hours ago, or one that is damaged. */
export const createBackup = (test: TestApp, hoursAgo: number, failure: string | null) => ({
  format: 1 as const,
  kind: 'hourly' as const,
  createdAt: test.clock.now() - hoursAgo * 3_600_000,
  file: { name: 'a.db.gz', bytes: 1_000, sha256: 'aa' },
  database: { bytes: 4_096, lastMigration: 1, counts: {} },
  uploads: { files: 0, bytes: 0, missing: [] },
  proof: { checkedAt: 0, milliseconds: 1_500, failure },
});

/** An answer with every metric that there can be: of several servers, with a publish and a backup. */
export async function readAllMetrics(test: TestApp, metrics: Metrics): Promise<string> {
  const backups = [createBackup(test, 1, null)];
  Object.assign(test.deps.backups, { readStatus: async () => ({ backups }) });
  await test.db.client.execute(
    "INSERT INTO publish_jobs (kind, reason, status, milliseconds, created_at) VALUES ('rebuild', 'manual', 'live', 80, 0)",
  );
  await addServers(test.db);
  // Set by a server before it has a database.
  metrics.addGauges((set) => {
    set('http_connections', 3);
    set('server_time_seconds', test.clock.now() / 1_000);
  });
  await new MetricReadings({ ...test.deps, metrics }).refresh();
  return (await metrics.read()).text;
}
