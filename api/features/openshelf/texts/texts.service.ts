import type { z } from 'zod';
import { toIso } from '#api/clock.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { NOT_FOUND_MESSAGE } from '#api/features/openshelf/openshelf.queries.ts';
import { type FetchTextDeps, fetchText, listReadableUrls, type ReadTextDeps } from './fetch-text.service.ts';
import type { publicationTextResponse } from './texts.contract.ts';
import { findVersion, setWordsHashStatement, type TextRow, type VersionRow } from './texts.queries.ts';

type TextResponse = z.infer<typeof publicationTextResponse>;

/** After this a text that could not be fetched is tried again when it is read. */
const RETRY_AFTER_MS = 60_000;
/** Between two fetches that reviewers ask for. */
const REFETCH_PAUSE_MS = 10_000;

/** @throws not_found */
export async function requireVersion(db: Deps['db'], id: number, number?: number): Promise<VersionRow> {
  const version = await findVersion(db, id, number);
  if (!version) throw notFoundError(NOT_FOUND_MESSAGE);
  return version;
}

/** The text of a version, the current one unless `number` names another. @throws not_found */
export async function getText(deps: ReadTextDeps, id: number, number?: number): Promise<TextResponse> {
  const version = await requireVersion(deps.db, id, number);
  return toTextResponse(deps, version, await readText(deps, version));
}

/** As `getText`, fetched again. @throws not_found, or rate_limited right after another fetch */
export async function refetchText(deps: ReadTextDeps, id: number, number?: number): Promise<TextResponse> {
  const version = await requireVersion(deps.db, id, number);
  const waitMs = (version.text?.fetchedAt ?? 0) + REFETCH_PAUSE_MS - deps.clock.now();
  if (waitMs > 0) {
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new AppError('rate_limited', 'This text was just loaded. Try again in a few seconds.', { retryAfterSeconds });
  }
  return toTextResponse(deps, version, await fetchText(deps, version));
}

/** The stored text, fetched first where there is none, its address changed, or an error is older than a minute. */
export async function readText(deps: FetchTextDeps, version: VersionRow): Promise<TextRow | null> {
  const { text } = version;
  const isOfAddress = text !== null && listReadableUrls(version).includes(text.url);
  const isUsable = isOfAddress && (text.html !== null || deps.clock.now() - text.fetchedAt < RETRY_AFTER_MS);
  if (!isUsable) return fetchText(deps, version);
  return text.html !== null && text.wordsHash === null ? addWordsHash(deps, text) : text;
}

/** Adds the hash to a text that was stored without one. */
export async function addWordsHash<Text extends { versionId: number; html: string | null }>(
  { db, html }: Pick<Deps, 'db' | 'html'>,
  text: Text,
): Promise<Text & { wordsHash: string }> {
  const wordsHash = await html.run('hashReading', text.html ?? '');
  await write(db, [setWordsHashStatement(db, { versionId: text.versionId, wordsHash })]);
  return { ...text, wordsHash };
}

export const NOT_READABLE_MESSAGE = 'This work has no HTML or Markdown to read here. Open it by one of its links.';

async function toTextResponse({ clientHtml }: ReadTextDeps, { number }: VersionRow, text: TextRow | null) {
  const reading = text?.html ? await clientHtml.run('cleanReading', text.html) : { html: null, chapters: [] };
  return {
    data: {
      version_number: number,
      ...reading,
      word_count: text?.wordCount ?? 0,
      images: text?.images ?? [],
      removed_links: text?.removedLinks ?? { count: 0, links: [] },
      source_url: text?.url ?? null,
      fetched_at: text ? toIso(text.fetchedAt) : null,
      error: text ? text.error : NOT_READABLE_MESSAGE,
    },
  };
}
