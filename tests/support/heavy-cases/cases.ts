import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportSource } from '#api/domain/imports.ts';
import { createDraftFields } from '../drafts/draft-caller.ts';
import { holdLock } from '../faults/lock-holder.ts';
import type { CaseServer } from './case-server.ts';
import {
  writeFields,
  writeGhost,
  writeGrowingZip,
  writePagesBelowReserved,
  writePieces,
  writeRuns,
  writeTinyPosts,
  writeWordPressPosts,
} from './import-files.ts';

const POLL_MS = 100;
const MEGABYTE = 1_000_000;
/** Under the limit of a text (CONTENT_MAX_LENGTH), as it is sent. */
const LONG_TEXT_BYTES = 1_400_000;
const REVISIONS = 500;
const LOCKED_MS = 7_000;

export type HeavyCase = {
  name: string;
  /** Through the API, before visitors come. */
  prepare?(server: CaseServer): Promise<void>;
  /** While no server runs. */
  prepareFiles?(dataDir: string): Promise<void> | void;
  /** The same with one thing, before visitors come: the first act after a start loads code, which is no part of the case. */
  actOnce?(server: CaseServer): Promise<void>;
  /** As a person does it, to its end. */
  act(server: CaseServer): Promise<void>;
};

const BLOCK = 'sentence about wind. '.repeat(10);
const writeLongText = (first: string): string => {
  const blocks: string[] = [`<p>${first}</p>`];
  for (let bytes = 0; bytes < LONG_TEXT_BYTES; bytes += blocks.at(-1)?.length ?? 0)
    blocks.push(`<p>${blocks.length} <strong>A long</strong> ${BLOCK}</p>`);
  return blocks.join('');
};

const createDraft = async (server: CaseServer, title: string, content: string): Promise<number> =>
  (
    await server.call('POST', '/api/blogs/drafts', {
      fields: createDraftFields({ title, status: 'published' }),
      content,
      client_id: randomUUID(),
    })
  ).id;

const findPosts = async (server: CaseServer): Promise<number[]> =>
  (await server.call('GET', '/api/blogs?limit=100')).map(({ id }: { id: number }) => id);

/** Gives the first draft so many revisions more, each of which differs in its first block. */
function addRevisions(dataDir: string, count: number): void {
  using database = new DatabaseSync(join(dataDir, 'app.db'));
  const { id } = database.prepare("SELECT min(id) AS id FROM revisions WHERE kind = 'blog'").get() as { id: number };
  const add = database.prepare(
    `INSERT INTO revisions (kind, subject_id, number, reason, fields, content, client_id, created_at, updated_at)
      SELECT kind, subject_id, number + :n, 'draft', fields, '<p>Revision ' || :n || '</p>' || content, 'writer-' || :n,
        created_at + :n, updated_at + :n FROM revisions WHERE id = :id`,
  );
  for (let n = 1; n < count; n += 1) add.run({ n, id });
}

/** Adds a file as an export of `source`, and waits until it is read; with `isBroughtIn`, until all of it is in. */
async function importFile(server: CaseServer, source: ImportSource, isBroughtIn = false): Promise<void> {
  const { import: created } = await server.call('POST', '/api/admin/imports', { source, are_drafts: false });
  const path = `/api/admin/imports/${created.id}`;
  const form = new FormData();
  const name = source === 'ghost' ? 'export.json' : source === 'markdown' ? 'export.zip' : 'export.xml';
  form.append('file', await openAsBlob(toExport(server.dataDir)), name);
  await server.call('POST', `${path}/files`, form);
  await server.call('POST', `${path}/check`);
  await waitForState(server, path, 'reading');
  if (!isBroughtIn) return;
  await server.call('POST', `${path}/start`);
  await waitForState(server, path, 'running');
  await waitForPublishes(server);
}

async function waitForState(server: CaseServer, path: string, passing: string): Promise<void> {
  for (;;) {
    const { state } = (await server.call('GET', path)).import;
    if (state !== passing) return;
    await sleep(POLL_MS);
  }
}

async function waitForPublishes(server: CaseServer): Promise<void> {
  const isLive = async () =>
    (await server.call('GET', '/api/publishes')).publishes.every(
      ({ status }: { status: string }) => status === 'live' || status === 'failed',
    );
  while (!(await isLive())) await sleep(POLL_MS);
}

/** Waits until everything that a start takes up again has ended. */
export async function waitUntilQuiet(server: CaseServer): Promise<void> {
  const isBusy = async () =>
    (await server.call('GET', '/api/admin/imports')).imports.some(({ state }: { state: string }) =>
      ['reading', 'running', 'undoing'].includes(state),
    );
  while (await isBusy()) await sleep(POLL_MS);
  await waitForPublishes(server);
}

const toExport = (dataDir: string) => join(dataDir, 'export.file');

const importCase = (
  name: string,
  source: ImportSource,
  pieces: () => Parameters<typeof writePieces>[1],
  isBroughtIn = false,
): HeavyCase => ({
  name,
  prepareFiles: (dataDir) => writePieces(toExport(dataDir), pieces()),
  act: (server) => importFile(server, source, isBroughtIn),
});

const bulkCase = (action: 'publish' | 'archive'): HeavyCase => ({
  name: `33 ${action} 100 posts at once`,
  async prepare(server) {
    for (let n = 0; n <= 100; n += 1) await createDraft(server, `Post ${n}`, BLOCK);
    if (action === 'publish') return;
    await server.call('POST', '/api/blogs/bulk', { ids: await findPosts(server), action: 'publish' });
    await waitForPublishes(server);
  },
  async actOnce(server) {
    await server.call('POST', '/api/blogs/bulk', { ids: (await findPosts(server)).slice(0, 1), action });
    await waitForPublishes(server);
  },
  async act(server) {
    await server.call('POST', '/api/blogs/bulk', { ids: await findPosts(server), action });
    await waitForPublishes(server);
  },
});

const CHAIN = ['from,to', ...Array.from({ length: 4_900 }, (_, n) => `/old-${n},/old-${n + 1}`)].join('\n');

export const heavyCases: readonly HeavyCase[] = [
  { name: 'nothing', act: () => sleep(5_000) },
  importCase('30 3,000 pages below reserved addresses', 'wordpress', () => writePagesBelowReserved(3_000)),
  importCase('31 texts with long runs of one sign', 'markdown', () => writeRuns(200_000)),
  {
    name: `32 history of 1.4 MB with ${REVISIONS} revisions`,
    prepare: async (server) => void (await createDraft(server, 'Long', writeLongText('First'))),
    prepareFiles: (dataDir) => addRevisions(dataDir, REVISIONS),
    async act(server) {
      const [id] = await findPosts(server);
      await server.call('GET', `/api/blogs/${id}/revisions`);
      await server.call('GET', `/api/blogs/${id}/revisions/1?until=${REVISIONS}`);
      await server.call('GET', `/api/blogs/${id}/revisions/${REVISIONS}`);
    },
  },
  {
    name: '32 saves of 1.4 MB by five people',
    prepare: async (server) => {
      for (let n = 0; n < 5; n += 1) await createDraft(server, `Long ${n}`, writeLongText(`First ${n}`));
    },
    async act(server) {
      const save = async (id: number) => {
        for (let n = 0; n < 5; n += 1) {
          const { draft } = await server.call('GET', `/api/blogs/${id}/draft`);
          const { version, base_revision, fields } = draft;
          const content = writeLongText(`Save ${n}`);
          const body = { fields, content, version, base_revision, client_id: randomUUID() };
          await server.call('PUT', `/api/blogs/${id}/draft`, body);
        }
      };
      await Promise.all((await findPosts(server)).map(save));
    },
  },
  importCase('33 Ghost, 118 MB', 'ghost', () => writeGhost(118 * MEGABYTE)),
  importCase('33 zip that becomes 2.2 GB', 'markdown', () => writeGrowingZip(220)),
  importCase('33 300,000 fields in one item', 'wordpress', () => writeFields(300_000)),
  {
    name: '33 a chain of 4,900 redirects',
    async act(server) {
      await server.send('POST', '/api/admin/redirects/import/check', { csv: CHAIN });
      await server.send('POST', '/api/admin/redirects/import', { csv: CHAIN });
    },
  },
  bulkCase('publish'),
  bulkCase('archive'),
  importCase('33 WordPress, 117 MB, brought in', 'wordpress', () => writeWordPressPosts(117 * MEGABYTE), true),
  {
    name: '34 description of the API',
    async act(server) {
      await Promise.all(Array.from({ length: 20 }, async () => (await server.send('GET', '/api/openapi.json')).text()));
    },
  },
  importCase('34 zip of 2,500 tiny files', 'markdown', () => writeTinyPosts(2_500)),
  {
    name: '35 lock of another program',
    prepare: async (server) => {
      for (let n = 0; n < 10; n += 1) await createDraft(server, `Draft ${n}`, BLOCK);
    },
    async act(server) {
      const ids = await findPosts(server);
      const lock = await holdLock(join(server.dataDir, 'app.db'));
      const saves = ids.map(async (id) => {
        const body = { fields: createDraftFields(), content: `<p>${id}</p>`, version: 1, base_revision: 1 };
        await server.send('PUT', `/api/blogs/${id}/draft`, { ...body, client_id: randomUUID() });
      });
      // The other program goes on when the server is killed.
      await Promise.allSettled([sleep(LOCKED_MS), ...saves]);
      await lock.release();
    },
  },
];
