import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoggedServer } from '../faults/logged-server.ts';
import { startBucket, startLibsqlServer } from '../machines/engines.ts';
import { type SharedTestSite, startReleasedSite } from '../machines/shared-site.ts';

export type Backend = 'database' | 'bucket';
/** The backends that are away together. */
export type Outage = { what: string; names: readonly Backend[] };

export const OUTAGES: readonly Outage[] = [
  { what: 'database', names: ['database'] },
  { what: 'bucket', names: ['bucket'] },
  { what: 'both', names: ['database', 'bucket'] },
];

/** A shared site whose database and bucket are killed and come back with their files, on their ports. */
export type OutageSite = SharedTestSite & {
  kill(names: readonly Backend[]): Promise<void>;
  restart(names: readonly Backend[]): Promise<void>;
  /** Until the disk of the server of this name has every page of the release, and the list of them, which it answers with. */
  waitForDisk(server: LoggedServer, name: string): Promise<string[]>;
};

const getPort = (address: string) => Number(new URL(address).port);

/** With `isKept` its folder stays, with logs and data. */
export async function startOutageSite(isKept = false): Promise<OutageSite> {
  const site = await startReleasedSite();
  const running: Record<Backend, Pick<SharedTestSite['bucket'], 'stop'>> = {
    database: site.database,
    bucket: site.bucket,
  };

  async function restartOne(name: Backend): Promise<void> {
    const folder = join(site.directory, name);
    if (name === 'database') running.database = await startLibsqlServer(folder, getPort(site.database.httpUrl));
    else running.bucket = await startBucket(folder, getPort(site.bucket.settings.S3_ENDPOINT));
  }

  async function waitForDisk(server: LoggedServer, name: string): Promise<string[]> {
    const { client } = await site.open();
    const { rows } = await client.execute(
      `SELECT (SELECT current_release FROM site_state),
        (SELECT count(DISTINCT hash) FROM release_entries WHERE to_release IS NULL AND hash IS NOT NULL)`,
    );
    const [release, objects] = Array.from(rows[0] ?? [], Number);
    const folder = join(site.directory, name, 'site');
    const isWhole = (file: string) => !file.endsWith('.tmp');
    const countObjects = async () => (await readdir(join(folder, 'objects'))).filter(isWhole).length;
    let lines: string[] = [];
    await server.waitUntil(async () => {
      lines = (await readFile(join(folder, 'release.ndjson'), 'utf8').catch(() => '{}')).trimEnd().split('\n');
      const head = JSON.parse(lines[0] ?? '{}') as { release?: number };
      // Lists may follow in one more release of their own.
      return (head.release ?? 0) >= (release ?? 0) && (await countObjects()) >= (objects ?? 0);
    });
    return lines
      .slice(1)
      .map((line) => JSON.parse(line) as { path: string; status: number })
      .filter(({ status }) => status === 200)
      .map(({ path }) => path);
  }

  return {
    ...site,
    kill: async (names) => void (await Promise.all(names.map((name) => running[name].stop('SIGKILL')))),
    restart: async (names) => void (await Promise.all(names.map(restartOne))),
    waitForDisk,
    async stop() {
      await site.end('SIGKILL');
      await Promise.all(Object.values(running).map((engine) => engine.stop('SIGKILL')));
      if (!isKept) await site.stop();
    },
  };
}
