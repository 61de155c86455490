import { serveReading } from '#api/adapters/site-readers/thread/serve-reading.ts';

/**
 * Stands for the reader of a site with three texts, of which the second never ends. It waits and computes nothing, so it is harmless
 * everywhere. With the name `silent` nothing of the site is ever found; `large` takes memory in its second text until there is none.
 */
await serveReading(async function* ({ files }, readEach) {
  const name = files[0]?.name ?? '';
  if (name === 'silent') wait();
  yield { kind: 'site', origin: 'old.example.com', losses: [] };
  for (const title of ['First', 'Second', 'Third']) {
    const html = readEach(title, () => {
      if (title === 'Second') {
        if (name === 'large') fillMemory();
        wait();
      }
      return '<p>A</p>';
    });
    if (html === null) continue;
    const text = { slug: title.toLowerCase(), html, description: '', oldPaths: [] };
    const dates = { publishedAt: null, updatedAt: null };
    const data = { ...text, ...dates, authors: [], status: 'draft' as const, categories: [], tags: [], cover: null };
    yield { kind: 'post', sourceId: title, title, data };
  }
});

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function fillMemory(): void {
  const lists: number[][] = [];
  for (;;) lists.push(Array.from({ length: 100_000 }, (_, at) => at / 3));
}
