import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { importKinds, type ImportKind } from '#api/domain/imports.ts';
import { createNumberedNames } from '#api/domain/numbered-names.ts';
import { parseRedirectFrom, REDIRECTS_MAX } from '#api/domain/redirects.ts';
import { isPageAddress } from '#api/domain/site-pages.ts';
import { addSlugSuffix, isReservedSlug, SLUG_PATTERN, toSlug } from '#api/domain/slug.ts';
import { SLUG_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { ImportRow } from '#api/features/imports/imports.queries.ts';
import type { ImportedPage, ImportedPost, ImportedRedirect, Loss } from '#api/adapters/site-readers/records.ts';
import { createObstacleTest } from '#api/features/redirects/redirects.service.ts';
import { toPostPath } from '#api/publishing/index/paths.ts';
import {
  authors,
  blogs,
  blogSlugs,
  categories,
  importItems,
  imports,
  redirects,
  siteParts,
  tags,
  uploads,
} from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';

type PlanDeps = Pick<Deps, 'db' | 'clock' | 'site'>;
type Planned = { id: number; address: string; losses: Loss[] };
type Text = { id: number; title: string; losses: Loss[]; state: string; address: string | null };

/** What is known of the subjects of each kind: whether one that an earlier import made is still there. */
const SUBJECTS = {
  category: sql`SELECT 1 FROM ${categories} WHERE id = earlier.subject_id`,
  tag: sql`SELECT 1 FROM ${tags} WHERE id = earlier.subject_id`,
  media: sql`SELECT 1 FROM ${uploads} WHERE id = earlier.subject_id`,
  author: sql`SELECT 1 FROM ${authors} WHERE id = earlier.subject_id`,
  post: sql`SELECT 1 FROM ${blogs} WHERE id = earlier.subject_id`,
  page: sql`SELECT 1 FROM ${siteParts} WHERE id = earlier.subject_id AND ${siteParts.state} <> 'deleted'`,
  redirect: sql`SELECT 1 FROM ${redirects} WHERE id = earlier.subject_id`,
  menu: sql`SELECT 1 FROM ${siteParts} WHERE id = earlier.subject_id`,
} satisfies Record<ImportKind, unknown>;

/** Rows of one statement: SQLite reads and writes each with its text, and 500 long ones hold the thread for 0.3 s. */
const BATCH_SIZE = 50;

/** Says of everything that was read whether it is here already, which address it gets, and which old addresses lead there. */
export async function planImport(deps: PlanDeps, row: ImportRow): Promise<void> {
  const { db } = deps;
  await write(db, [...importKinds.map((kind) => markKnownStatement(row, kind)), markCategoriesStatement(row)]);
  const posts = await planPosts(deps, row);
  const pages = await planPages(deps, row);
  await saveAddresses(deps, [...posts, ...pages]);
  await planRedirects(deps, row);
}

/** By an earlier import of the same site that wasn’t undone. */
const markKnownStatement = ({ id, source, origin }: ImportRow, kind: ImportKind): Statement =>
  sql`UPDATE ${importItems} SET
      state = iif(found.hash = import_items.hash, 'same', 'changed'), subject_id = found.subject_id, address = found.address
    FROM (SELECT earlier.source_id, earlier.hash, earlier.subject_id, earlier.address, max(earlier.id)
        FROM ${importItems} AS earlier JOIN ${imports} AS other ON other.id = earlier.import_id
        WHERE earlier.kind = ${kind} AND other.id < ${id} AND other.source = ${source} AND other.origin = ${origin}
          AND earlier.state IN ('done', 'same', 'changed', 'kept') AND EXISTS (${SUBJECTS[kind]})
        GROUP BY earlier.source_id) AS found
    WHERE import_items.import_id = ${id} AND import_items.kind = ${kind} AND found.source_id = import_items.source_id`;

/** Of categories, images and authors only the name counts. */
const markCategoriesStatement = ({ id }: ImportRow): Statement =>
  sql`UPDATE ${importItems} SET state = 'same' WHERE import_id = ${id} AND state = 'changed' AND kind IN ('category', 'tag', 'media', 'author')`;

async function* readTexts<Data>(
  { db }: PlanDeps,
  row: ImportRow,
  kind: 'post' | 'page',
): AsyncGenerator<Text & { data: Data }> {
  for (let after = 0; ;) {
    const rows = await db.orm
      .select({
        id: importItems.id,
        title: importItems.title,
        state: importItems.state,
        address: importItems.address,
        losses: importItems.losses,
        // An earlier version of the program kept the text here, which may be long and isn't needed.
        data: sql<string>`json_remove(${importItems.data}, '$.html')`,
      })
      .from(importItems)
      .where(and(eq(importItems.importId, row.id), eq(importItems.kind, kind), sql`${importItems.id} > ${after}`))
      .orderBy(importItems.id)
      .limit(BATCH_SIZE);
    for (const { data, ...text } of rows) yield { ...text, data: JSON.parse(data) as Data };
    if (rows.length < BATCH_SIZE) return;
    await yieldToRequests();
    after = rows.at(-1)?.id ?? 0;
  }
}

async function planPosts(deps: PlanDeps, row: ImportRow): Promise<Planned[]> {
  const { db } = deps;
  const taken = new Set((await db.orm.select({ slug: blogSlugs.slug }).from(blogSlugs)).map(({ slug }) => slug));
  const takeFreeName = createNumberedNames(taken, addSlugSuffix);
  const planned: Planned[] = [];
  for await (const { id, title, state, losses, data } of readTexts<ImportedPost>(deps, row, 'post')) {
    if (state !== 'waiting') continue;
    const base = toBaseSlug(data.slug || title);
    const slug = takeFreeName(base);
    planned.push({
      id,
      address: toPostPath(slug),
      losses: slug === base ? losses : addTaken(losses, toPostPath(base)),
    });
  }
  return planned;
}

function toBaseSlug(text: string): string {
  const isUsable = SLUG_PATTERN.test(text) && text.length <= SLUG_MAX_LENGTH && !isReservedSlug(text, 'post');
  return isUsable ? text : toSlug(text, 'post');
}

const addTaken = (losses: readonly Loss[], address: string): Loss[] => [
  ...losses,
  { kind: 'address', detail: address, count: 1 },
];

async function planPages(deps: PlanDeps, row: ImportRow): Promise<Planned[]> {
  const { db } = deps;
  const rows = await db.orm
    .select({ address: siteParts.address })
    .from(siteParts)
    .where(and(eq(siteParts.kind, 'page'), ne(siteParts.state, 'deleted')));
  const taken = new Set(rows.map(({ address }) => address ?? ''));
  const takeFreeName = createNumberedNames(taken, (base, number) => `${base}-${number}`);
  const planned: Planned[] = [];
  for await (const { id, title, state, losses, data } of readTexts<ImportedPage>(deps, row, 'page')) {
    if (state !== 'waiting') continue;
    const base = toPageAddress(data.address) ?? toPageAddress(`/${data.slug || title}`) ?? '/page';
    const address = takeFreeName(toPossibleAddress(base));
    planned.push({ id, address, losses: address === base ? losses : addTaken(losses, base) });
  }
  return planned;
}

/** Room for a number behind it. */
const ADDRESS_LENGTH = 76;

function toPageAddress(path: string): string | null {
  const parts = path.split('/').filter(Boolean);
  const slugs = parts.map((part) => (SLUG_PATTERN.test(part) ? part : toSlug(part, 'post')));
  const address = `/${slugs.join('/')}`;
  if (slugs.length > 0 && address.length <= ADDRESS_LENGTH) return address;
  const last = slugs
    .at(-1)
    ?.slice(0, ADDRESS_LENGTH - 1)
    .replace(/(?<!-)-+$/, '');
  return last ? `/${last}` : null;
}

/** The address, with a 2 behind each part that belongs to the site itself: `/products/widget` becomes `/products-2/widget`. */
function toPossibleAddress(address: string): string {
  let possible = '';
  for (const part of address.split('/').slice(1)) {
    const longer = `${possible}/${part}`;
    possible = isPageAddress(longer) ? longer : `${longer}-2`;
  }
  return isPageAddress(possible) ? possible : '/page';
}

async function saveAddresses({ db }: PlanDeps, planned: readonly Planned[]): Promise<void> {
  for (let at = 0; at < planned.length; at += BATCH_SIZE) {
    await write(db, [
      sql`UPDATE ${importItems} SET address = item.value ->> 'address', losses = item.value -> 'losses'
        FROM json_each(${JSON.stringify(planned.slice(at, at + BATCH_SIZE))}) AS item
        WHERE import_items.id = item.value ->> 'id'`,
    ]);
    await yieldToRequests();
  }
}

/** From where a text was to where it will be; those that aren’t possible are named with the text. */
async function planRedirects(deps: PlanDeps, row: ImportRow): Promise<void> {
  const { db, site } = deps;
  const findObstacle = await createObstacleTest(deps);
  const existing = new Map(
    (await db.orm.select({ from: redirects.from, to: redirects.to }).from(redirects)).map(({ from, to }) => [from, to]),
  );
  let room = REDIRECTS_MAX - existing.size;
  const found: (ImportedRedirect & { id: number })[] = [];
  const lost: Planned[] = [];
  for (const kind of ['post', 'page'] as const)
    for await (const text of readTexts<ImportedPost & ImportedPage>(deps, row, kind)) {
      const losses = [...text.losses];
      const to = text.address ?? '';
      for (const path of text.state === 'waiting' ? text.data.oldPaths : []) {
        const { address: from } = parseRedirectFrom(path, site.url);
        if (from === to || to === '') continue;
        const isPossible = from !== undefined && room > 0 && findObstacle(from) === null;
        if (path.includes('?')) losses.push({ kind: 'query_address', detail: path, count: 1 });
        else if (!isPossible || (existing.has(from) && existing.get(from) !== to))
          losses.push({ kind: 'redirect', detail: path, count: 1 });
        else if (!existing.has(from)) {
          existing.set(from, to);
          room -= 1;
          found.push({ id: text.id, from, to });
        }
      }
      if (losses.length > text.losses.length) lost.push({ id: text.id, address: to, losses });
    }
  await saveAddresses(deps, lost);
  for (let at = 0; at < found.length; at += BATCH_SIZE) {
    await write(db, [
      sql`INSERT INTO ${importItems} (import_id, kind, phase, source_id, title, data, hash, losses, address)
        SELECT ${row.id}, 'redirect', ${importKinds.indexOf('redirect')}, item.value ->> 'from', item.value ->> 'from',
          json_object('from', item.value ->> 'from', 'to', item.value ->> 'to'), '', '[]', item.value ->> 'to'
        FROM json_each(${JSON.stringify(found.slice(at, at + BATCH_SIZE))}) AS item WHERE true ON CONFLICT DO NOTHING`,
    ]);
    await yieldToRequests();
  }
}
