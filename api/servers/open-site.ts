import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { type Env, SettingsError } from '#api/env.ts';
import { listObjects, type Manifest } from '#api/releases/manifest.ts';
import { createObjectStore, type ObjectStore } from '#api/releases/object-store.ts';
import type { ReleaseCopy } from '#api/releases/release-copy.ts';
import { followRelease } from '#api/releases/release-rows.ts';
import { type Database, databaseFile } from '#db/client.ts';
import type { SiteWork, WorkParts } from './site-work.ts';
import type { Partners } from './together.ts';

const MEGABYTE = 1024 * 1024;

/** How long a server that has pages waits for the objects of a newer release before it goes on with its start (ms). */
const FOLLOW_LIMIT_MS = 1_500;

type Parts = { env: Env; log: Logger; manifest: Manifest };

/** The pages of the current release, and how to make the work that changes them. */
type OpenSite = {
  store: ObjectStore;
  /** The release on the disk of one of several servers. */
  copy: ReleaseCopy | null;
  /** Whether all objects of the manifest are on this disk. */
  isWhole(): boolean;
  /** Loads the manifest of the current release, or goes on with that of the copy while the bucket is away. */
  follow(db: Database): Promise<void>;
  /** Looks for a newer release, because a visitor asks for what this server doesn't have. */
  checkRelease?: () => Promise<void>;
  /** Also makes the first release, where there is none. */
  createWork(parts: WorkParts): Promise<SiteWork>;
};

/**
 * Prepares the store, without the database. A database file has one server; a libSQL server may have many, each of which has a copy of
 * its last release on its disk, which is loaded. @throws SettingsError
 */
export async function openSite(parts: Parts): Promise<OpenSite> {
  const site = databaseFile(parts.env.DATABASE_URL) === null ? await openSharedSite(parts) : openOwnSite(parts);
  await site.store.prepare();
  await site.copy?.load();
  return site;
}

/** Where this server keeps objects of releases, or copies of them. */
export const toObjectsPath = (env: Pick<Env, 'DATA_DIR'>) => join(env.DATA_DIR, 'site', 'objects');

function openOwnSite({ env, manifest }: Parts): OpenSite {
  const store = createObjectStore(toObjectsPath(env));
  return {
    store,
    copy: null,
    isWhole: () => true,
    async follow(db) {
      await followRelease(db, manifest, store);
    },
    async createWork(parts) {
      const { workAlone } = await import('./alone.ts');
      return workAlone({ ...parts, store });
    },
  };
}

async function openSharedSite({ env, log, manifest }: Parts): Promise<OpenSite> {
  if (!env.s3) throw new SettingsError('DATABASE_URL: a libSQL server needs a bucket (S3_...) for the pages.');
  const [{ createS3Objects }, { createObjectCache }, { createSharedObjectStore }, { ReleaseCopy }] = await Promise.all([
    import('#api/adapters/s3-objects.ts'),
    import('#api/releases/object-cache.ts'),
    import('#api/releases/shared-object-store.ts'),
    import('#api/releases/release-copy.ts'),
  ]);
  const partners: Partners = { isLeading: () => false, checkRelease: async () => undefined };
  const store = createSharedObjectStore({
    bucket: createS3Objects(env.s3),
    cache: createObjectCache(toObjectsPath(env), env.OBJECT_CACHE_MB * MEGABYTE),
    log,
    isLeading: () => partners.isLeading(),
  });
  return {
    store,
    copy: new ReleaseCopy({ file: join(env.DATA_DIR, 'site', 'release.ndjson'), manifest, log }),
    isWhole: () => store.holds(listObjects(manifest.entries())),
    async follow(db) {
      const following = followRelease(db, manifest, store);
      if (manifest.size === 0) return void (await following);
      // The follower goes on with it.
      const settled = following.catch((error: unknown) => {
        if (!(error instanceof FileStoreUnavailableError)) throw error;
      });
      await Promise.race([settled, sleep(FOLLOW_LIMIT_MS, undefined, { ref: false })]);
      settled.catch(() => undefined);
    },
    checkRelease: () => partners.checkRelease(),
    async createWork(parts) {
      const { workTogether } = await import('./together.ts');
      return workTogether({ ...parts, store, partners });
    },
  };
}
