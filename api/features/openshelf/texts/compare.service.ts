import type { z } from 'zod';
import { compareWords } from '#api/adapters/html/reading-diff.ts';
import type { ReadTextDeps } from './fetch-text.service.ts';
import type { compareVersionsQuery, VersionDiffJson, versionDiffResponse } from './texts.contract.ts';
import type { TextRow, VersionRow } from './texts.queries.ts';
import { NOT_READABLE_MESSAGE, readText, requireVersion } from './texts.service.ts';

/** What a version says of the work, by the names of the API. */
const FIELDS = {
  title: 'title',
  author_name: 'authorName',
  author_bio: 'authorBio',
  author_contact: 'authorContact',
  description: 'description',
  category: 'category',
  subcategory: 'subcategory',
  html_url: 'htmlUrl',
  pdf_url: 'pdfUrl',
  md_url: 'mdUrl',
  epub_url: 'epubUrl',
} as const satisfies Record<string, keyof VersionRow>;

/**
 * What changed from one version to another, also of another publication (`with`): fields by words, and the text by paragraphs.
 * @throws not_found
 */
export async function compareVersions(
  deps: ReadTextDeps,
  id: number,
  { from, to, with: otherId = id }: z.infer<typeof compareVersionsQuery>,
): Promise<z.infer<typeof versionDiffResponse>> {
  const before = await requireVersion(deps.db, otherId, from);
  const after = await requireVersion(deps.db, id, to);
  const fields = compareFields(before, after);
  const name = otherId === id ? 'The earlier text' : 'The other text';
  const texts = await compareTexts(deps, { name, text: await readText(deps, before) }, await readText(deps, after));
  return {
    data: {
      from,
      to,
      fields,
      paragraphs: texts.paragraphs,
      change_count: fields.length + texts.changeCount,
      error: texts.error,
    },
  };
}

function compareFields(before: VersionRow, after: VersionRow): VersionDiffJson['fields'] {
  return Object.entries(FIELDS).flatMap(([field, column]) => {
    const [old, changed] = [before[column], after[column]];
    if (old === changed) return [];
    return [{ field, before: old, after: changed, parts: compareWords(old ?? '', changed ?? '') }];
  });
}

type TextDiff = { paragraphs: VersionDiffJson['paragraphs']; changeCount: number; error: string | null };

async function compareTexts(
  { clientHtml }: ReadTextDeps,
  { name, text: before }: { name: string; text: TextRow | null },
  after: TextRow | null,
): Promise<TextDiff> {
  const fail = (error: string) => ({ paragraphs: null, changeCount: 0, error });
  if (!before || !after) return fail(NOT_READABLE_MESSAGE);
  if (before.html === null) return fail(`${name} couldn’t be loaded. ${before.error}`);
  if (after.html === null) return fail(`The text couldn’t be loaded. ${after.error}`);
  const diff = await clientHtml.run('diffReadings', after.html, before.html);
  return diff ? { ...diff, error: null } : fail('The two texts differ too much to be compared.');
}
