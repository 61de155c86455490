import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { SiteFiles } from '#api/adapters/site-readers/read-site.ts';
import { type ImportRecord, type ReadEach, UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import { toItemRow } from './item-rows.ts';
import type { ItemRow, ReadingFailure, ReadingMessage, ReadingPart, ReadingTask } from './reading-messages.ts';

/** Items of one message, and their characters: as much as the server stores in a few milliseconds. */
const ITEMS_MAX = 50;
const CHARACTERS_MAX = 250_000;

/** The side of the thread: hands over what `read` finds, part by part, each when the one before is stored. */
export async function serveReading(
  read: (site: SiteFiles, readEach: ReadEach) => AsyncIterable<ImportRecord>,
): Promise<void> {
  const { site, skipped, progress } = workerData as ReadingTask;
  const slow: string[] = [];
  let number = 0;
  const readEach: ReadEach = (title, readText) => {
    number += 1;
    if (skipped.has(number)) {
      slow.push(title);
      return null;
    }
    Atomics.store(progress, 0, number);
    try {
      return readText();
    } finally {
      Atomics.store(progress, 0, 0);
    }
  };
  try {
    for await (const part of toParts(read(site, readEach))) await send(part);
    for (const title of slow) await send({ kind: 'slow', title });
    post({ kind: 'end' });
  } catch (error) {
    post(toFailure(error));
  }
}

async function* toParts(records: AsyncIterable<ImportRecord>): AsyncGenerator<ReadingPart> {
  let rows: ItemRow[] = [];
  let length = 0;
  for await (const record of records) {
    if (record.kind === 'site') {
      yield record;
      continue;
    }
    const row = toItemRow(record);
    rows.push(row);
    length += row.data.length + (row.html?.length ?? 0);
    if (rows.length < ITEMS_MAX && length < CHARACTERS_MAX) continue;
    yield { kind: 'items', rows };
    [rows, length] = [[], 0];
  }
  if (rows.length > 0) yield { kind: 'items', rows };
}

const post = (message: ReadingMessage) => parentPort?.postMessage(message);

async function send(part: ReadingPart): Promise<void> {
  if (!parentPort) return;
  const answer = once(parentPort, 'message');
  post(part);
  await answer;
}

const toFailure = (error: unknown): ReadingFailure => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : String(error),
  isFile: error instanceof UnreadableImportError,
  code: error instanceof Error && 'code' in error ? String(error.code) : '',
});
