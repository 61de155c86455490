import { expect, it } from 'vitest';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { htmlTasks } from '#api/adapters/html/html-tasks.ts';
import { createRewrittenPages } from '#api/features/releases/viewer/rewritten-pages.service.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

const PAGE = { hash: 'a'.repeat(64), contentType: 'text/html; charset=utf-8' };

/** Pages of one text; `release` lets the texts be read, `rewritten` counts the rewrites. */
function createPages() {
  const read = Promise.withResolvers<Buffer>();
  const counts = { rewritten: 0 };
  const html = {
    forClient: () => html,
    run: async (_task: string, ...args: Parameters<typeof htmlTasks.rewriteUrls>) => {
      counts.rewritten += 1;
      return htmlTasks.rewriteUrls(...args);
    },
  } as unknown as HtmlProcessor;
  const store = { read: () => read.promise } as unknown as ObjectStore;
  const release = () => read.resolve(Buffer.from('<p><a href="/blogs">All posts</a></p>'));
  return { counts, release, pages: createRewrittenPages({ store, html, siteUrl: 'http://localhost' }) };
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
