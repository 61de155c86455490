import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Env, SettingsError } from '#api/env.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import { createObjectStore, type ObjectStore } from '#api/releases/object-store.ts';
import { followRelease } from '#api/releases/release-rows.ts';
import { type Database, databaseFile } from '#db/client.ts';
import type { SiteWork, WorkParts } from './site-work.ts';
import type { Partners } from './together.ts';

const MEGABYTE = 1024 * 1024;

type Parts = { env: Env; db: Database; log: Logger; manifest: Manifest };

/** The pages of the current release, and how to make the work that changes them. */
type OpenSite = {
  store: ObjectStore;
  /** Looks for a newer release, because a visitor asks for what this server doesn't have. */
  checkRelease?: () => Promise<void>;
  /** Also makes the first release, where there is none. */
  createWork(parts: WorkParts): Promise<SiteWork>;
};

/**
 * Loads the manifest of the current release: all that pages need. A database file has one server; a libSQL server may have many.
 * @throws SettingsError
 */
export async function openSite(parts: Parts): Promise<OpenSite> {
  const { env, db, manifest } = parts;
  const site = databaseFile(env.DATABASE_URL) === null ? await openSharedSite(parts) : openOwnSite(env);
  await site.store.prepare();
  await followRelease(db, manifest, site.store);
  return site;
}

/** Where this server keeps objects of releases, or copies of them. */
export const toObjectsPath = (env: Pick<Env, 'DATA_DIR'>) => join(env.DATA_DIR, 'site', 'objects');

function openOwnSite(env: Env): OpenSite {
  const store = createObjectStore(toObjectsPath(env));
  return {
    store,
    async createWork(parts) {
      const { workAlone } = await import('./alone.ts');
      return workAlone({ ...parts, store });
    },
  };
}

async function openSharedSite({ env, log }: Parts): Promise<OpenSite> {
  if (!env.s3) throw new SettingsError('DATABASE_URL: a libSQL server needs a bucket (S3_...) for the pages.');
  const [{ createS3Objects }, { createObjectCache }, { createSharedObjectStore }] = await Promise.all([
    import('#api/adapters/s3-objects.ts'),
    import('#api/releases/object-cache.ts'),
    import('#api/releases/shared-object-store.ts'),
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
    checkRelease: () => partners.checkRelease(),
    async createWork(parts) {
      const { workTogether } = await import('./together.ts');
      return workTogether({ ...parts, store, partners });
    },
  };
}
