import { expect, it } from 'vitest';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { htmlTasks } from '#api/adapters/html/html-tasks.ts';
import { QueueFullError } from '#api/bounded-queue.ts';
import { createReleaseTexts } from '#api/features/releases/viewer/release-texts.service.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

const PAGE = { hash: 'a'.repeat(64), contentType: 'text/html; charset=utf-8' };

const SCRIPT = { hash: 'b'.repeat(64), contentType: 'text/javascript; charset=utf-8' };

/** Pages of one text; `release` lets the texts be read, `read` and `rewritten` count what was done. */
function createPages() {
  const read = Promise.withResolvers<Buffer>();
  const counts = { read: 0, rewritten: 0 };
  const html = {
    forClient: () => html,
    run: async (_task: string, ...args: Parameters<typeof htmlTasks.rewriteUrls>) => {
      counts.rewritten += 1;
      return htmlTasks.rewriteUrls(...args);
    },
  } as unknown as HtmlProcessor;
  const readObject = () => {
    counts.read += 1;
    return read.promise;
  };
  const store = { read: readObject } as unknown as ObjectStore;
  const release = () => read.resolve(Buffer.from('<p><a href="/blogs">All posts</a></p>'));
  return { counts, release, pages: createReleaseTexts({ store, html, siteUrl: 'http://localhost' }) };
}

it('rewrites a page once for all who ask at the same time, and for other links to it (T42)', async () => {
  const { pages, counts, release } = createPages();
  const { signal } = new AbortController();
  const reads = Array.from({ length: 12 }, () => pages.read(PAGE, '/release/one', signal));
  release();
  for (const read of reads) expect(String(await read)).toBe('<p><a href="/release/one/blogs">All posts</a></p>');
  expect(String(await pages.read(PAGE, '/release/two', signal))).toContain('href="/release/two/blogs"');
  expect(counts.rewritten).toBe(1);
});

it('rewrites nothing when all who asked have left (T42)', async () => {
  const { pages, counts, release } = createPages();
  const clients = Array.from({ length: 12 }, () => new AbortController());
  const reads = clients.map(({ signal }) => pages.read(PAGE, '/release/one', signal));
  for (const client of clients) client.abort(new Error('The client has left.'));
  release();
  for (const read of reads) await expect(read).rejects.toThrow('The client has left.');
  expect(counts.rewritten).toBe(0);
});

it('rewrites a page for the one who stays when others leave (T42)', async () => {
  const { pages, counts, release } = createPages();
  const [leaves, stays] = [new AbortController(), new AbortController()];
  const left = pages.read(PAGE, '/release/one', leaves.signal);
  const read = pages.read(PAGE, '/release/two', stays.signal);
  leaves.abort(new Error('The client has left.'));
  release();
  await expect(left).rejects.toThrow('The client has left.');
  expect(String(await read)).toContain('/release/two/blogs');
  expect(counts.rewritten).toBe(1);
});

it('reads a script or a feed once for all who ask at the same time and after them, who share its bytes (T42)', async () => {
  const { pages, counts, release } = createPages();
  const { signal } = new AbortController();
  const reads = Array.from({ length: 12 }, (_, n) => pages.read(SCRIPT, `/release/${n % 2}`, signal));
  release();
  const bodies = await Promise.all([...reads, reads[0]?.then(() => pages.read(SCRIPT, '/release/9', signal))]);
  expect(new Set(bodies).size).toBe(1);
  expect(String(bodies[0])).toBe('<p><a href="/blogs">All posts</a></p>');
  expect(counts).toEqual({ read: 1, rewritten: 0 });
});

it('gives all responses of one link the same bytes of a page (T42)', async () => {
  const { pages, release } = createPages();
  release();
  const { signal } = new AbortController();
  const read = () => pages.read(PAGE, '/release/one', signal);
  expect(new Set([...(await Promise.all([read(), read()])), await read()]).size).toBe(1);
});

it('reads four texts at once, refuses what exceeds 64 that wait, and nothing for those who have left (T42)', async () => {
  const { pages, counts, release } = createPages();
  const gone = new AbortController();
  const { signal } = new AbortController();
  const read = (number: number, client: AbortSignal) =>
    pages.read({ ...SCRIPT, hash: String(number).padStart(64, '0') }, '/release/one', client);
  const stays = Array.from({ length: 4 }, (_, n) => read(n, signal));
  const leaves = Array.from({ length: 64 }, (_, n) => read(4 + n, gone.signal));
  const left = Promise.allSettled(leaves);
  await expect(read(99, signal)).rejects.toBeInstanceOf(QueueFullError);
  gone.abort(new Error('The client has left.'));
  expect(new Set((await left).map(({ status }) => status))).toEqual(new Set(['rejected']));
  const last = read(99, signal);
  release();
  await Promise.all([...stays, last]);
  expect(counts.read).toBe(5);
});
