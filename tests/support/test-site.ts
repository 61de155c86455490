import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import inject from 'light-my-request';
import { readBuildInfo } from '#api/publishing/build-info.ts';
import { Publisher } from '#api/publishing/publisher.ts';
import type { PublisherOptions } from '#api/publishing/publisher-options.ts';
import { createAstroRenderer } from '#api/publishing/renderer.ts';
import { createObjectStore } from '#api/publishing/store.ts';
import { Manifest } from '#api/site/manifest.ts';
import { createSite, type Site } from '#api/site/site.ts';
import type { FetchPublic } from '#api/publishing/prove.ts';
import { createTestData, type TestData } from './test-data.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
export const TEST_SITE_URL = 'http://localhost:4321';

export type TestSite = TestData & {
  publisher: Publisher;
  manifest: Manifest;
  site: Site;
  /** Asks the site as a visitor would, without a socket. */
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string; headers: Record<string, unknown> }>;
  /** A second publisher over the same content and an empty store: what a full build would give. */
  fullBuild(): Promise<Map<string, string>>;
  /** Path -> hash or location of everything that is live. */
  live(): Map<string, string>;
};

/** The built site over a database of its own: real renderer and store, no port. Needs `dist/`. */
export async function createTestSite(overrides: Partial<PublisherOptions> = {}): Promise<TestSite> {
  const data = await createTestData();
  const manifest = new Manifest();
  const store = createObjectStore(join(data.directory, 'objects'));
  const site = createSite({ manifest, store, siteUrl: TEST_SITE_URL, log: data.deps.log });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    inject((request, response) => site.handle(request as never, response as never), {
      method: 'GET',
      url: path,
      headers,
    });
  const fetchPublic: FetchPublic = async (path) => {
    const answer = await ask(path);
    return {
      status: answer.statusCode,
      location: (answer.headers.location as string) ?? null,
      body: answer.rawPayload,
    };
  };
  const options: PublisherOptions = {
    db: data.db,
    clock: data.clock,
    log: data.deps.log,
    manifest,
    store,
    renderer: createAstroRenderer({
      entryUrl: pathToFileURL(join(dist, 'server', 'entry.mjs')).href,
      siteUrl: TEST_SITE_URL,
    }),
    cards: null,
    build: await readBuildInfo(dist),
    clientDir: join(dist, 'client'),
    siteUrl: TEST_SITE_URL,
    timeZone: 'Pacific/Auckland',
    releasesKept: 30,
    fetchPublic,
    quietMs: 0,
    ...overrides,
  };
  const publisher = new Publisher(options);
  data.deps.publishing = publisher;
  return {
    ...data,
    publisher,
    manifest,
    site,
    async get(path, headers) {
      const answer = await ask(path, headers);
      return { status: answer.statusCode, body: answer.payload, headers: answer.headers };
    },
    live: () => contentOf(manifest),
    async fullBuild() {
      const fresh = new Manifest();
      const directory = join(data.directory, `full-${Math.random().toString(36).slice(2)}`);
      const other = new Publisher({
        ...options,
        manifest: fresh,
        store: createObjectStore(directory),
        announce: undefined,
      });
      return contentOf(await other.renderApart());
    },
    async close() {
      await publisher.stop();
      await data.close();
    },
  };
}

function contentOf(manifest: Manifest): Map<string, string> {
  return new Map([...manifest.entries()].map((entry) => [entry.path, entry.hash ?? `-> ${entry.location}`]));
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
