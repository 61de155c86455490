import { HtmlTaskError } from '#api/adapters/html/html-processor.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import type { Deps } from '#api/deps.ts';
import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';
import { indexWordsStatement, saveTextStatement, type TextRow, type VersionRow } from './texts.queries.ts';

export type FetchTextDeps = Pick<Deps, 'db' | 'clock' | 'html' | 'log' | 'safeFetch'>;
/** `clientHtml` is for what one response alone needs. A text is prepared with `html`: it is stored, and others may wait for it. */
export type ReadTextDeps = FetchTextDeps & { clientHtml: Deps['html'] };

/** Fetches in flight on this server, by connection and version: a second request for a version shares the first one. */
const running = new WeakMap<Database['client'], Map<number, Promise<TextRow | null>>>();

/** Fetches and stores the text of a version, or why that failed. Null where the work has no format that can be read here. */
export function fetchText(deps: FetchTextDeps, version: VersionRow): Promise<TextRow | null> {
  const fetches = running.get(deps.db.client) ?? new Map<number, Promise<TextRow | null>>();
  running.set(deps.db.client, fetches);
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
  const row = { versionId: version.id, ...text, fetchedAt: deps.clock.now() };
  const indexWords = row.html === null ? [] : [indexWordsStatement(version, words)];
  await write(deps.db, [saveTextStatement(deps.db, row), ...indexWords]);
  return row;
}

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
    const nothing = { html: null, wordCount: 0, words: '', wordsHash: null, images: null, removedLinks: null };
    return { url, error: explainFailure(error), ...nothing };
  }
}

/** A sentence for reviewers. @throws what says nothing about the text, such as a lack of resources */
function explainFailure(error: unknown): string {
  if (error instanceof FetchError) return error.message;
  if (error instanceof WorkerTimeoutError) return 'The text takes too long to prepare, so it can’t be read here.';
  if (error instanceof HtmlTaskError) return 'The text couldn’t be prepared, so it can’t be read here.';
  throw error;
}
