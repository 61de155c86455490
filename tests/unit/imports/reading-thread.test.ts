import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ReadingOptions, readInThread, type ReadPart } from '#api/adapters/site-readers/thread/reading-thread.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';

const workerUrl = pathToFileURL(join(PROJECT_ROOT, 'tests/support/imports/stalling-reader.ts'));
const run = (name: string, options: Partial<ReadingOptions> = {}, signal = new AbortController().signal) =>
  readInThread(
    { source: 'wordpress', files: [{ path: name, name }], zone: 'UTC', directory: '' },
    { workerUrl, ...options, signal },
  );

async function collect(parts: AsyncIterable<ReadPart>): Promise<ReadPart[]> {
  const found: ReadPart[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

const listTitles = (parts: readonly ReadPart[]): string[] =>
  parts.flatMap((part) => (part.kind === 'items' ? part.rows.map(({ title }) => title) : []));

describe('the thread that reads a site', () => {
  it('A text that takes too long is left out and named, and all others are read (T52)', async () => {
    const parts = await collect(run('a.xml', { textMs: 200 }));
    const again = parts.findIndex(({ kind }) => kind === 'again');
    expect(listTitles(parts.slice(again))).toEqual(['First', 'Third']);
    expect(parts.at(-1)).toEqual({ kind: 'slow', title: 'Second' });
  });

  it('A text that takes more memory than the thread has is left out and named, and the server goes on (T52)', async () => {
    const parts = await collect(run('large', { heapMaxMb: 64 }));
    expect(listTitles(parts)).toEqual(['First', 'Third']);
    expect(parts.at(-1)).toEqual({ kind: 'slow', title: 'Second' });
  });

  it('A file with more endless texts than are left out is refused with a sentence (T52)', async () => {
    await expect(collect(run('a.xml', { textMs: 200, slowTextsMax: 0 }))).rejects.toThrow(
      '‘a.xml’ takes too long to read. Export fewer texts at a time.',
    );
  });

  it('A file in which nothing is found for too long is refused with a sentence (T52)', async () => {
    await expect(collect(run('silent', { silentMs: 200 }))).rejects.toThrow('‘silent’ takes too long to read.');
  });

  it('A thread in the middle of a text ends with the import', async () => {
    const stop = new AbortController();
    const reading = collect(run('silent', {}, stop.signal));
    stop.abort(new Error('the import was given up'));
    await expect(reading).rejects.toThrow('the import was given up');
  });
});
