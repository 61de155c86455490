import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#api/clock.ts';
import type { Env } from '#api/env.ts';
import { type ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { readReleaseEntries } from '#api/releases/release-rows.ts';
import { createPublisher } from '#api/server.ts';
import type { Database } from '#db/client.ts';
import type { Stage } from '../actor.ts';
import type { ProductServer } from '../product-server.ts';

/** What a server answers for a path, in one line. */
const format = ({ status, hash, location }: Pick<ReleaseEntry, 'status' | 'hash' | 'location'>) =>
  `${status} ${hash ?? location}`;

/** Every address of every server, as it is served. Call it while the servers run. */
export async function readServedSites(stage: Stage, servers: ProductServer[], paths: readonly string[]) {
  return Promise.all(
    servers.map(async (server) => {
      const site = new Map<string, string>();
      for (const path of paths) {
        const reply = await stage.client.readFrom(server, path);
        const location = reply?.headers.get('location') ?? null;
        const isRedirect = location !== null && reply !== null && reply.status >= 300 && reply.status < 400;
        site.set(
          path,
          reply ? format({ status: reply.status, hash: isRedirect ? null : reply.hash, location }) : 'no response',
        );
      }
      return { server, site };
    }),
  );
}

/** The release in the database is byte for byte what a full build of the same content gives (F25). */
export async function compareWithFullBuild({ findings }: Stage, db: Database, env: Env): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'torture-build-'));
  try {
    const manifest = new Manifest();
    const store = createObjectStore(directory);
    const publisher = await createPublisher({ env, db, clock: systemClock, manifest, store, fetchPublic: null });
    const built = toLines((await publisher.renderToMemory()).entries());
    const live = toLines(await readReleaseEntries(db, null));
    for (const path of new Set([...built.keys(), ...live.keys()])) {
      if (built.get(path) !== live.get(path))
        findings.add(`${path} is live as ${live.get(path)}, a full build makes ${built.get(path)}`);
    }
    findings.note(`full build: ${built.size} addresses compared`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function compareServedSites(
  { findings }: Stage,
  served: Awaited<ReturnType<typeof readServedSites>>,
  entries: ReleaseEntry[],
) {
  for (const { server, site } of served) {
    for (const entry of entries) {
      const shown = site.get(entry.path);
      if (shown !== undefined && shown !== format(entry))
        findings.add(`${server.name} serves ${entry.path} as ${shown}, the release has ${format(entry)}`);
    }
  }
}

const toLines = (entries: Iterable<ReleaseEntry>) =>
  new Map([...entries].map((entry) => [entry.path, [format(entry), entry.contentType, entry.policy].join(' ')]));
