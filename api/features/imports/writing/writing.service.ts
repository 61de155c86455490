import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { HtmlTaskError } from '#api/adapters/html/html-processor.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { toIso } from '#api/clock.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  POST_AUTHORS_MAX,
  POST_CATEGORIES_MAX,
  POST_TAGS_MAX,
  TAG_NAME_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from '#api/domain/field-limits.ts';
import { completePage, type SitePage } from '#api/domain/site-pages.ts';
import { AppError } from '#api/http/errors.ts';
import { insertAuthorStatements } from '#api/features/authors/authors.service.ts';
import { insertBlogStatements } from '#api/features/blogs/editing/editing.service.ts';
import { insertCategoryStatements } from '#api/features/categories/categories.service.ts';
import {
  finishItemStatements,
  type ImportItemRow,
  type ImportRow,
  requireStateStatements,
} from '#api/features/imports/imports.queries.ts';
import type {
  ImportedAuthor,
  ImportedCategory,
  ImportedPage,
  ImportedPost,
  ImportedRedirect,
  Loss,
} from '#api/adapters/site-readers/records.ts';
import { createTag } from '#api/features/tags/tags.service.ts';
import { addPage } from '#api/features/pages/pages.service.ts';
import { authors, blogs, categories, importItems, redirects, siteParts, tags, uploads } from '#db/schema/index.ts';
import { isCheckViolation, isUniqueViolation, type Statement, write } from '#db/write.ts';
import { placeHtml } from '#api/adapters/site-readers/placed-html.ts';
import type { ImportPlaces } from './places.service.ts';
import { splitText } from '#api/adapters/site-readers/split-text.ts';

export type WriteDeps = Pick<Deps, 'db' | 'clock' | 'html'>;
type Item = ImportItemRow;

const readData = <Data>({ data }: Item) => JSON.parse(data) as Data;
const readText = <Data extends { html: string }>(item: Item): Data => {
  const data = readData<Data>(item);
  return item.html === null ? data : { ...data, html: item.html };
};
const TEXT_SECTION_MAX = 60_000;

/** A category that is there already, by its name or address, is taken. */
export async function writeCategory({ db, ...deps }: WriteDeps, row: ImportRow, item: Item): Promise<void> {
  const { description } = readData<ImportedCategory>(item);
  const name = item.title.slice(0, 80).trim();
  const [known] = await db.orm
    .select({ id: categories.id })
    .from(categories)
    .where(sql`lower(${categories.name}) = lower(${name})`);
  const running = requireStateStatements(db, row);
  if (known) {
    await write(db, [...running, ...finishItemStatements(db, item, { state: 'done', subjectId: known.id })]);
    return;
  }
  const input = { name, description: description.slice(0, 500) };
  const { id, statements } = await insertCategoryStatements({ db, ...deps }, row.userId, input);
  await write(db, [
    ...running,
    ...statements,
    ...finishItemStatements(db, item, { state: 'done', subjectId: id, isNew: true }),
  ]);
}

/** Found or made by its name, so that it can be tried again. */
export async function writeTag(deps: WriteDeps & ContentDeps, row: ImportRow, item: Item): Promise<void> {
  const { db } = deps;
  const name = item.title.slice(0, TAG_NAME_MAX_LENGTH).trim();
  const [known] = await db.orm
    .select({ id: tags.id })
    .from(tags)
    .where(sql`lower(${tags.name}) = lower(${name})`);
  const subjectId = known?.id ?? (await createTag(deps, row.userId, { name })).id;
  await write(db, [
    ...requireStateStatements(db, row),
    ...finishItemStatements(db, item, { state: 'done', subjectId, isNew: known === undefined }),
  ]);
}

/** Someone of this name who is here already is that author, but for one whom this import has brought: two people may have one name. */
export async function writeAuthor(deps: WriteDeps, row: ImportRow, item: Item): Promise<void> {
  const { db } = deps;
  const { name, bio, links, image } = readData<ImportedAuthor>(item);
  const running = requireStateStatements(db, row);
  const [known] = await db.orm
    .select({ id: authors.id })
    .from(authors)
    .where(
      sql`lower(${authors.name}) = lower(${name}) AND NOT EXISTS (SELECT 1 FROM import_items AS other
        WHERE other.import_id = ${row.id} AND other.kind = 'author' AND other.subject_id = ${authors.id})`,
    )
    .limit(1);
  if (known) {
    await write(db, [...running, ...finishItemStatements(db, item, { state: 'done', subjectId: known.id })]);
    return;
  }
  const [picture] = await db.orm
    .select({ id: uploads.id })
    .from(importItems)
    .innerJoin(uploads, eq(uploads.id, importItems.subjectId))
    .where(
      and(
        eq(importItems.importId, row.id),
        eq(importItems.kind, 'media'),
        eq(importItems.sourceId, image ?? ''),
        eq(uploads.kind, 'image'),
      ),
    );
  const input = { name, bio, links, image_id: picture?.id ?? null };
  const { id, statements } = await insertAuthorStatements(deps, row.userId, input);
  await write(db, [
    ...running,
    ...statements,
    ...finishItemStatements(db, item, { state: 'done', subjectId: id, isNew: true }),
  ]);
}

/** Several posts in one batch; where one of them can’t be stored, each by itself. */
export async function writePosts(deps: WriteDeps, row: ImportRow, items: readonly Item[], places: ImportPlaces) {
  const { db } = deps;
  try {
    const statements: Statement[] = [];
    for (const item of items) {
      statements.push(...(await preparePost(deps, row, item, places)));
      await yieldToRequests();
    }
    await write(db, [...requireStateStatements(db, row), ...statements]);
  } catch (error) {
    if (items.length === 1 || !(isItemFault(error) || isUniqueViolation(error))) throw error;
    for (const item of items) await writeItem(deps, row, item, () => writePosts(deps, row, [item], places));
  }
}

/** Until the end of the import every post is a draft: then all are published in one release. */
async function preparePost(deps: WriteDeps, row: ImportRow, item: Item, places: ImportPlaces): Promise<Statement[]> {
  const { db } = deps;
  const data = readText<ImportedPost>(item);
  const placed = placeHtml(data.html, places);
  const losses = [...item.losses, ...placed.losses];
  const wanted = [...new Set(data.categories.flatMap((name) => places.categoryIds.get(name) ?? []))];
  if (wanted.length > POST_CATEGORIES_MAX) losses.push({ kind: 'category_limit', detail: '', count: 1 });
  const tagIds = [...new Set(data.tags.flatMap((name) => places.tagIds.get(name) ?? []))];
  if (tagIds.length > POST_TAGS_MAX) losses.push({ kind: 'tag_limit', detail: '', count: 1 });
  // One that was checked by an earlier version of the program names none.
  const authorIds = [...new Set((data.authors ?? []).flatMap((name) => places.authorIds.get(name) ?? []))];
  if (authorIds.length > POST_AUTHORS_MAX) losses.push({ kind: 'author_limit', detail: '', count: 1 });
  const cover = data.cover === null ? null : places.findImage(data.cover);
  if (data.cover !== null && !cover) losses.push({ kind: 'image_missing', detail: data.cover, count: 1 });
  const { slug, id, statements } = await insertBlogStatements(
    deps,
    {
      title: item.title,
      content: placed.html,
      categoryIds: wanted.slice(0, POST_CATEGORIES_MAX),
      tagIds: tagIds.slice(0, POST_TAGS_MAX),
      status: 'draft',
      slug: item.address?.split('/').at(-1),
      description: data.description.slice(0, DESCRIPTION_MAX_LENGTH) || undefined,
      meta_title: toMeta(data.metaTitle, item.title, TITLE_MAX_LENGTH),
      meta_description: toMeta(data.metaDescription, data.description, DESCRIPTION_MAX_LENGTH),
      published_at: data.publishedAt === null ? null : toIso(data.publishedAt),
      authorIds: authorIds.slice(0, POST_AUTHORS_MAX),
      coverId: cover && data.cover !== null ? (places.uploadIds.get(data.cover) ?? null) : null,
    },
    { userId: row.userId, clientId: `import-${row.id}` },
  );
  const now = deps.clock.now();
  const createdAt = Math.min(data.publishedAt ?? data.updatedAt ?? now, now);
  const trash = data.status === 'trash' ? { trashedAt: now } : {};
  return [
    ...statements,
    db.orm
      .update(blogs)
      .set({ createdAt, updatedAt: Math.max(createdAt, Math.min(data.updatedAt ?? createdAt, now)), ...trash })
      .where(eq(blogs.slug, slug)),
    ...finishItemStatements(db, item, { state: 'done', subjectId: id, isNew: true, revision: 1, losses }),
  ];
}

/** For search engines, only where it differs. */
const toMeta = (text: string | undefined, usual: string, maxLength: number): string | null =>
  text === undefined || text === usual ? null : text.slice(0, maxLength).trim() || null;

/** A page of its own with its text; a long one in several sections. */
export async function writePage(deps: WriteDeps, row: ImportRow, item: Item, places: ImportPlaces): Promise<void> {
  const { db, html } = deps;
  const data = readText<ImportedPage>(item);
  const placed = placeHtml(data.html, places);
  const prepared = await html.run('prepareContent', placed.html, TEXT_SECTION_MAX * 20);
  if ('tooLong' in prepared) throw new AppError('validation_failed', 'This page is too long.');
  const sections = splitText(prepared.content, TEXT_SECTION_MAX);
  const page: SitePage = completePage({
    title: item.title,
    description: data.description.slice(0, 300).toWellFormed(),
    address: item.address,
    is_listed: true,
    sections: [
      { id: 'title', kind: 'hero', fields: { heading: item.title.slice(0, 160).toWellFormed() } },
      ...sections.map((text, at) => ({ id: at === 0 ? 'text' : `text-${at + 1}`, kind: 'text', fields: { text } })),
    ],
  });
  const losses: Loss[] = [...item.losses, ...placed.losses];
  const subjectId = sql`(SELECT max(id) FROM ${siteParts})`;
  await addPage(deps, page, {
    actorId: row.userId,
    before: requireStateStatements(db, row),
    also: finishItemStatements(db, item, { state: 'done', subjectId, isNew: true, revision: 1, losses }),
  });
}

/** Those that would hide a page, or begin a chain, are left out: what is on the site goes first. */
export async function writeRedirects({ db, clock }: WriteDeps, row: ImportRow, items: readonly Item[]): Promise<void> {
  const now = clock.now();
  await write(db, [
    ...requireStateStatements(db, row),
    ...items.flatMap((item) => {
      const { from, to } = readData<ImportedRedirect>(item);
      const created = sql`(SELECT id FROM ${redirects} WHERE from_path = ${from} AND to_address = ${to})`;
      return [
        sql`INSERT INTO ${redirects} (from_path, to_address, status, created_by, created_at, updated_at)
          SELECT ${from}, ${to}, 301, ${row.userId}, ${now}, ${now}
          WHERE NOT EXISTS (SELECT 1 FROM ${redirects} WHERE from_path IN (${from}, ${to}))`,
        ...finishItemStatements(db, item, { state: 'done', subjectId: created, isNew: true }),
      ];
    }),
  ]);
}

/** Does one item, or notes why it can’t come in. */
export async function writeItem(
  { db }: WriteDeps,
  row: ImportRow,
  item: Item,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isItemFault(error)) throw error;
    const losses: Loss[] =
      error instanceof AppError ? [...item.losses, { kind: 'too_long', detail: '', count: 1 }] : item.losses;
    await write(db, [
      ...requireStateStatements(db, row),
      ...finishItemStatements(db, item, { state: 'failed', error: describeItemFault(error), losses }),
    ]);
  }
}

const describeItemFault = (error: Error): string =>
  isCheckViolation(error) ? 'It holds something that can’t be stored.' : error.message;

/** What is wrong with the item itself: another try would find the same. */
export const isItemFault = (error: unknown): error is Error =>
  isCheckViolation(error) ||
  (error instanceof AppError && error.code !== 'unavailable' && error.code !== 'insufficient_storage') ||
  error instanceof HtmlTaskError ||
  error instanceof WorkerTimeoutError;
