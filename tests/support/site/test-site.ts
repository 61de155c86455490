import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import inject from 'light-my-request';
import { readBuildInfo, toPublicPath } from '#api/publishing/render/build-info.ts';
import { listFixedFiles } from '#api/publishing/render/fixed-files.ts';
import { Publisher } from '#api/publishing/publisher.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { createAstroRenderer, type Renderer } from '#api/publishing/render/astro-renderer.ts';
import { VERIFICATION_AGENT } from '#api/domain/verification-agent.ts';
import { resolveShellPage } from '#api/domain/shell-pages.ts';
import { createObjectStore, type ObjectStore } from '#api/releases/object-store.ts';
import { type ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { createSiteHandler, type SiteHandler, type SiteHandlerOptions } from '#api/site/site-handler.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { createDirectoryTemplate } from '../app/directory-template.ts';
import { createTestDatabase, type TestDatabase } from '../app/test-app.ts';

export const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
export const TEST_SITE_URL = 'http://localhost:4321';

export type SiteResponse = {
  status: number;
  body: string;
  bytes: Buffer;
  headers: Record<string, string | undefined>;
};

export type TestSite = TestDatabase & {
  readonly publisher: Publisher;
  readonly manifest: Manifest;
  readonly store: ObjectStore;
  readonly site: SiteHandler;
  /** Requests a path of the site without a socket. */
  get(path: string, headers?: Record<string, string>): Promise<SiteResponse>;
  request(method: string, path: string, headers?: Record<string, string>): Promise<SiteResponse>;
  /** Stops the publisher during its work and starts a new one on the same data. */
  restart(changes?: Partial<PublisherOptions>): Promise<void>;
  /** The result of a full build of the same content. */
  fullBuild(): Promise<Map<string, string>>;
  /** Path -> status, hash or redirect, type and policy of its entry, in one line. */
  live(): Map<string, string>;
};

/** The entries of files that no content changes: a full build reads again only those whose input hash is another. */
let fixedEntries: ReleaseEntry[] = [];

/** A directory with the first release of a site without content. */
export const copyEmptySite = createSiteTemplate(() => createTestSite());

/** Saves the database and the objects of a site after its first release, to be copied for each test. */
export function createSiteTemplate(create: () => Promise<TestSite>): () => Promise<string> {
  return createDirectoryTemplate(async (directory) => {
    const site = await create();
    await site.publisher.start();
    await site.publisher.whenIdle();
    await site.publisher.stop();
    await site.db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    await cp(join(site.directory, 'app.db'), join(directory, 'app.db'));
    await cp(join(site.directory, 'objects'), join(directory, 'objects'), { recursive: true });
    await site.close();
  });
}

/**
 * The built site over a new database: real renderer and store, no port. Needs `dist/`. It has no release, unless the copied
 * directory contains one.
 */
export async function createTestSite(
  overrides: Partial<PublisherOptions> = {},
  copyDirectory?: () => Promise<string>,
  serving: Pick<SiteHandlerOptions, 'isPublic'> = {},
): Promise<TestSite> {
  const data = await createTestDatabase(copyDirectory);
  const store = overrides.store ?? createObjectStore(join(data.directory, 'objects'));
  let options: PublisherOptions;
  let publisher: Publisher;
  let site: SiteHandler;

  const request = (method: string, path: string, headers: Record<string, string> = {}) =>
    requestPath(site, method, path, headers);
  const fetchPublic: PublicFetch = async (path) => {
    const { status, headers, bytes } = await request('GET', path, { 'user-agent': VERIFICATION_AGENT });
    return { status, location: headers.location ?? null, body: bytes };
  };

  function createParts(changes: Partial<PublisherOptions>): void {
    options = { ...options, manifest: new Manifest(), ...changes };
    const { manifest: served, siteUrl } = options;
    site = createSiteHandler({ ...serving, manifest: served, store, siteUrl, log: data.deps.log });
    publisher = new Publisher(options);
    data.deps.publisher = publisher;
    const { manifest } = options;
    data.deps.site.release = () => manifest.release;
    data.deps.site.hasPath = (path) => manifest.get(path) !== undefined || resolveShellPage(path) !== null;
    data.deps.site.findRedirect = (path) => manifest.get(path)?.location ?? null;
  }

  options = {
    db: data.db,
    clock: data.clock,
    log: data.deps.log,
    manifest: new Manifest(),
    store,
    renderer: createTestRenderer(),
    ogImages: null,
    build: await readBuildInfo(DIST),
    clientDir: join(DIST, 'client'),
    siteUrl: TEST_SITE_URL,
    releasesKept: 30,
    fetchPublic,
    debounceMs: 0,
  };
  createParts(overrides);
  return {
    ...data,
    store,
    get publisher() {
      return publisher;
    },
    get manifest() {
      return options.manifest;
    },
    get site() {
      return site;
    },
    get: (path, headers) => request('GET', path, headers),
    request,
    async restart(changes = {}) {
      await publisher.stop();
      createParts(changes);
      await publisher.start();
    },
    live: () => readManifestContent(options.manifest),
    async fullBuild() {
      const manifest = new Manifest();
      manifest.apply(0, fixedEntries, []);
      const parts = { manifest, purgesCdn: false, onPhase: undefined };
      await new Publisher({ ...options, ...parts }).renderToMemory();
      const fixedPaths = new Set([...listFixedFiles(options.build).map(toPublicPath), ...options.build.pages]);
      fixedEntries = [...manifest.entries()].filter(({ path }) => fixedPaths.has(path));
      return readManifestContent(manifest);
    },
    async close() {
      await publisher.stop();
      await data.close();
    },
  };
}

/** Astro's own handler, as the server uses it. */
export const createTestRenderer = (siteUrl = TEST_SITE_URL): Renderer =>
  createAstroRenderer({ entryUrl: pathToFileURL(join(DIST, 'server', 'entry.mjs')).href, siteUrl });

/** Requests a path of a site handler without a socket. */
export async function requestPath(
  site: Pick<SiteHandler, 'handle'>,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<SiteResponse> {
  const handle = (request: unknown, response: unknown) => site.handle(request as never, response as never);
  const injected = await inject(handle, { method: method as 'GET', url: path, headers });
  return {
    status: injected.statusCode,
    body: injected.payload,
    bytes: injected.rawPayload,
    headers: injected.headers as SiteResponse['headers'],
  };
}

function readManifestContent(manifest: Manifest): Map<string, string> {
  const formatEntry = (entry: ReleaseEntry) =>
    [entry.status, entry.hash ?? entry.location, entry.contentType, entry.policy].join(' ');
  return new Map([...manifest.entries()].map((entry) => [entry.path, formatEntry(entry)]));
}
