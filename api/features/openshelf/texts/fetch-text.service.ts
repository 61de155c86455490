import { createHash } from 'node:crypto';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import type { Deps } from '#api/deps.ts';
import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';
import { indexWordsStatement, saveTextStatement, type TextRow, type VersionRow } from './texts.queries.ts';

export type FetchTextDeps = Pick<Deps, 'db' | 'clock' | 'html' | 'log' | 'safeFetch'>;

/** Fetches in flight, by database and version: a second request for a version shares the first one. */
const running = new WeakMap<Database, Map<number, Promise<TextRow | null>>>();

/** Fetches and stores the text of a version, or why that failed. Null where the work has no format that can be read here. */
export function fetchText(deps: FetchTextDeps, version: VersionRow): Promise<TextRow | null> {
  const fetches = running.get(deps.db) ?? new Map<number, Promise<TextRow | null>>();
  running.set(deps.db, fetches);
  const open = fetches.get(version.id);
  if (open) return open;
  const fetching = fetchAndStore(deps, version).finally(() => fetches.delete(version.id));
  fetches.set(version.id, fetching);
  return fetching;
}

/** The addresses of the formats that can be read in place, HTML first. */
export const listReadableUrls = ({ htmlUrl, mdUrl }: VersionRow): string[] =>
  [htmlUrl, mdUrl].filter((url) => url !== null);

async function fetchAndStore(deps: FetchTextDeps, version: VersionRow): Promise<TextRow | null> {
  const [firstUrl, ...otherUrls] = listReadableUrls(version);
  if (firstUrl === undefined) return null;
  let loaded = await loadText(deps, firstUrl);
  for (const url of otherUrls) {
    if (loaded.html !== null) break;
    const other = await loadText(deps, url);
    if (other.html !== null) loaded = other;
  }
  const { words, ...text } = loaded;
  const wordsHash = text.html === null ? null : hashWords(words);
  const row = { versionId: version.id, ...text, wordsHash, fetchedAt: deps.clock.now() };
  const indexWords = row.html === null ? [] : [indexWordsStatement(version, words)];
  await write(deps.db, [saveTextStatement(deps.db, row), ...indexWords]);
  return row;
}

/** Letters and digits only: markup, punctuation and case make no other text. */
const hashWords = (words: string) =>
  createHash('sha256')
    .update((words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '))
    .digest('hex');

/** The text at an address, prepared for reading, or the error. */
async function loadText({ safeFetch, html, log }: FetchTextDeps, url: string) {
  try {
    const fetched = await safeFetch(url);
    const source = { format: fetched.format, url: fetched.url };
    const prepared = await html.run('prepareReading', fetched.text, source);
    if (prepared.wordCount === 0) throw new FetchError('The page holds no text. It may need a browser to show it.');
    return { url, error: null, ...prepared };
  } catch (error) {
    log.info({ err: error, url }, 'failed to load the text of a publication');
    // Any other lack of resources, or a client that left, says nothing about the text.
    const isTooSlow = error instanceof WorkerTimeoutError;
    if (!isTooSlow && !(error instanceof FetchError)) throw error;
    const message = isTooSlow
      ? 'The text takes too long to prepare, so it can’t be read here.'
      : (error as Error).message;
    return { url, error: message, html: null, wordCount: 0, words: '' };
  }
}
