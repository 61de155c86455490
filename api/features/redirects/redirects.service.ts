import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import {
  auditLog,
  authors,
  authorSlugs,
  blogSlugs,
  blogs,
  categories,
  categorySlugs,
  redirects,
  tags,
  tagSlugs,
} from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { type BulkSource, listBulkPart } from '#api/bulk/bulk-kit.ts';
import type { Deps } from '#api/deps.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { toSiteFacts } from '#api/domain/site-settings.ts';
import {
  CHAIN_ISSUE,
  followRedirects,
  formatAddress,
  formatLoop,
  getTargetPath,
  parseRedirectFrom,
  parseRedirectTo,
  REDIRECTS_MAX,
  type RedirectTarget,
} from '#api/domain/redirects.ts';
import type { BulkJson } from '#api/http/bulk-fields.ts';
import { type CsvFile, toCsvParts } from '#api/http/csv.ts';
import {
  type AppError,
  conflictError,
  duplicateValueError,
  invalidFieldError,
  notFoundError,
} from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import { enqueueRedirectPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { toAuthorPath, toCategoryPath, toPostPath, toTagPath } from '#api/publishing/index/paths.ts';
import { getCatalogue } from '#api/domain/catalogue.ts';
import { listFixedRedirects } from '#api/publishing/plan/fixed-redirects.ts';
import type {
  BulkDeleteRedirectsRequest,
  ExportRedirectsQuery,
  ListRedirectsQuery,
  RedirectJson,
  RedirectRequest,
} from './redirects.contract.ts';
import { isReachable, toRedirectJson } from './redirects.mapper.ts';
import {
  buildSnapshot,
  findChain,
  listAllRedirectIds,
  listRedirectIds,
  loadRedirects,
  matchesFilter,
  rollbackIfLoop,
} from './redirects.queries.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

export type RedirectDeps = Pick<Deps, 'db' | 'clock' | 'publisher' | 'site'>;
type SavedRedirect = { message: string; data: RedirectJson; undo: UndoJson };

export const tooManyError = () =>
  conflictError(`A site can have ${formatNumber(REDIRECTS_MAX)} redirects. Delete some first.`);
const goneError = () => notFoundError('This redirect no longer exists.');

/** The redirects that admins made, newest first by default. */
export async function listRedirects({ db, site }: Pick<Deps, 'db' | 'site'>, query: ListRedirectsQuery) {
  const { ids, total } = await listRedirectIds(db, query);
  const rows = await loadRedirects(db, ids);
  return { data: rows.map((row) => toRedirectJson(site, row)), pagination: toPaginationJson(query, total) };
}

/** All redirects that match, as CSV in the form in which they can be imported. */
export async function exportRedirects(
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  query: ExportRedirectsQuery,
): Promise<CsvFile> {
  const ids = await listAllRedirectIds(deps.db, query);
  const loadRows = async (part: readonly number[]) =>
    (await loadRedirects(deps.db, part)).map(({ redirect: { from, to, status } }) => [from, to, status]);
  return recordCsvExport(deps, {
    action: 'export.redirects',
    actorId,
    subject: 'redirects',
    name: 'redirects',
    filters: query,
    rows: ids.length,
    csv: toCsvParts(['from', 'to', 'type'], ids, loadRows),
  });
}

/**
 * Adds a redirect, which is live after a publish.
 * @throws validation_failed where a page is at the old address, none at the new one, or it would loop; conflict where the old
 * one redirects already.
 */
export async function createRedirect(
  deps: RedirectDeps,
  actorId: number,
  input: RedirectRequest,
): Promise<SavedRedirect> {
  const { from, to, status } = await requireRedirect(deps, input, null);
  const { db } = deps;
  const now = deps.clock.now();
  const isCreated = sql`${eq(redirects.from, from)}`;
  const values = { from, to, status, createdBy: actorId, createdAt: now, updatedAt: now };
  const undo = await save(deps, { from, to, status }, null, (undoId) => [
    db.orm.insert(redirects).select(selectIfRoom(values)),
    rollbackIfNoRows,
    rollbackIfLoop(isCreated),
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'redirects.changed',
      actorId,
      now,
      snapshot: buildSnapshot({ after: isCreated }, now),
    }),
    insertAuditStatement(db, {
      at: now,
      action: 'redirect.created',
      actorId,
      subject: sql`(SELECT 'redirect:' || ${redirects.id} FROM ${redirects} WHERE ${isCreated})`,
      after: { from, to, status },
    }),
    enqueueRedirectPublishStatement(db, { reason: `New redirect: ${formatAddress(from)}`, userId: actorId, now }),
  ]);
  return { message: 'Redirect added', data: await getRedirect(deps, isCreated), undo };
}

/** Changes a redirect. @throws not_found, and as `createRedirect`. */
export async function changeRedirect(
  deps: RedirectDeps,
  actorId: number,
  id: number,
  input: RedirectRequest,
): Promise<SavedRedirect> {
  const { from, to, status } = await requireRedirect(deps, input, id);
  const { db } = deps;
  const now = deps.clock.now();
  const isRedirect = sql`${eq(redirects.id, id)}`;
  const undo = await save(deps, { from, to, status }, id, (undoId) => [
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'redirects.changed',
      actorId,
      now,
      snapshot: buildSnapshot({ before: isRedirect, after: isRedirect }, now),
    }),
    insertAuditStatement(db, {
      at: now,
      action: 'redirect.changed',
      actorId,
      subject: `redirect:${id}`,
      before: selectRedirectValues(isRedirect),
      after: { from, to, status },
    }),
    db.orm.update(redirects).set({ from, to, status, updatedAt: now }).where(isRedirect),
    rollbackIfNoRows,
    rollbackIfLoop(isRedirect),
    enqueueRedirectPublishStatement(db, { reason: `Changed redirect: ${formatAddress(from)}`, userId: actorId, now }),
  ]);
  return { message: 'Redirect updated', data: await getRedirect(deps, isRedirect), undo };
}

/** Deletes a redirect. @throws not_found. */
export async function deleteRedirect(deps: RedirectDeps, actorId: number, id: number) {
  const { updated, undo } = await deleteRedirects(deps, actorId, [id]);
  if (updated.length === 0) throw goneError();
  return { message: 'Redirect deleted', undo };
}

const bulkSource: BulkSource<NonNullable<BulkDeleteRedirectsRequest['filter']>> = {
  table: redirects,
  id: redirects.id,
  matches: matchesFilter,
  size: 500,
};

/** Deletes several redirects, or all that match a filter. @throws conflict when another number matches than was shown. */
export async function bulkDeleteRedirects(
  deps: RedirectDeps,
  actorId: number,
  request: BulkDeleteRedirectsRequest,
): Promise<BulkJson> {
  const { ids, next } = await listBulkPart(deps.db, bulkSource, request);
  const { updated, undo } = await deleteRedirects(deps, actorId, ids);
  const gone = ids.filter((id) => !updated.includes(id));
  const skipped = gone.map((id) => ({ id, name: null, reason: 'It no longer exists.' }));
  return { message: formatDeleted(updated.length), updated, skipped, next, undo };
}

const formatDeleted = (count: number) =>
  count === 1 ? 'Redirect deleted' : `${formatCount(count, 'redirect')} deleted`;

async function deleteRedirects({ db, clock, publisher }: RedirectDeps, actorId: number, ids: readonly number[]) {
  const rows = await loadRedirects(db, ids);
  const updated = rows.map(({ redirect }) => redirect.id);
  if (updated.length === 0) return { updated, undo: null };
  const now = clock.now();
  const undoId = generateId();
  const isTarget = sql`${inArray(redirects.id, updated)}`;
  const [first] = rows;
  const reason =
    updated.length === 1
      ? `Deleted redirect: ${formatAddress(first?.redirect.from ?? '')}`
      : `Deleted ${formatCount(updated.length, 'redirect')}`;
  await write(db, [
    ...recordUndoStatements(db, {
      id: undoId,
      kind: 'redirects.changed',
      actorId,
      now,
      snapshot: buildSnapshot({ before: isTarget }, now),
    }),
    sql`INSERT INTO ${auditLog} (at, action, actor_id, subject, before)
      SELECT ${now}, 'redirect.deleted', ${actorId}, 'redirect:' || ${redirects.id},
        json_object('from', ${redirects.from}, 'to', ${redirects.to}, 'status', ${redirects.status})
      FROM ${redirects} WHERE ${isTarget}`,
    db.orm.delete(redirects).where(isTarget),
    enqueueRedirectPublishStatement(db, { reason, userId: actorId, now }),
  ]);
  publisher.wake();
  return { updated, undo: toUndoJson(undoId, now) };
}

const selectRedirectValues = (where: SQL) => {
  const { from, to, status } = redirects;
  return selectRowValues(redirects, where, { from, to, status });
};

/** Inserts nothing once there are as many as there may be. */
const selectIfRoom = ({ from, to, status, createdBy, createdAt, updatedAt }: typeof redirects.$inferInsert) =>
  sql`SELECT NULL, ${from}, ${to}, ${status}, ${createdBy}, ${createdAt}, ${updatedAt}
    WHERE (SELECT count(*) FROM ${redirects}) < ${REDIRECTS_MAX}`;

type Addresses = RedirectTarget & { from: string };

/** @throws what the rules say of a batch that was rolled back. */
async function save(
  deps: RedirectDeps,
  redirect: Addresses,
  id: number | null,
  getStatements: (undoId: string) => readonly Statement[],
): Promise<UndoJson> {
  const undoId = generateId();
  const now = deps.clock.now();
  try {
    await write(deps.db, getStatements(undoId));
  } catch (error) {
    if (isUniqueViolation(error)) throw await takenError(deps, redirect.from, id);
    if (isGuardRollback(error)) throw await explainRollback(deps, redirect, id);
    throw error;
  }
  deps.publisher.wake();
  return toUndoJson(undoId, now);
}

async function explainRollback(deps: RedirectDeps, redirect: Addresses, id: number | null): Promise<AppError> {
  const isThere = id === null || (await loadRedirects(deps.db, [id])).length > 0;
  if (!isThere) return goneError();
  await requireEnd(deps, redirect);
  return tooManyError();
}

/** The redirect as it is stored. @throws validation_failed at the field that is wrong, conflict for an address that is taken. */
async function requireRedirect(deps: RedirectDeps, input: RedirectRequest, id: number | null): Promise<Addresses> {
  const { site } = deps;
  const from = requireAddress('from', parseRedirectFrom(input.from, site.url));
  const to = requireAddress('to', parseRedirectTo(input.to, site.url));
  const redirect = { from, to, status: input.status };
  const obstacle = (await createObstacleTest(deps))(from);
  if (obstacle !== null) throw invalidFieldError('from', obstacle);
  const taken = await takenError(deps, from, id);
  if (taken) throw taken;
  await requireEnd(deps, redirect);
  const target = getTargetPath(to) ?? '';
  if (!isReachable(site, to) && !(await findChain(deps.db, target)).has(target)) {
    throw invalidFieldError('to', `There is no page at ${formatAddress(target)}. Publish it first, or choose another.`);
  }
  return redirect;
}

function requireAddress(field: 'from' | 'to', { address, issue }: ReturnType<typeof parseRedirectFrom>): string {
  if (address === undefined) throw invalidFieldError(field, issue);
  return address;
}

/**
 * Says why no redirect may be added at an address, or null: a page is there, or it leads somewhere by itself. Old addresses of posts
 * and categories are read once, so that thousands of addresses can be asked for.
 */
export async function createObstacleTest({
  db,
  clock,
  site,
}: Pick<RedirectDeps, 'db' | 'clock' | 'site'>): Promise<(path: string) => string | null> {
  const renamed = new Map(
    listFixedRedirects({ facts: toSiteFacts(site.settings, ''), products: getCatalogue().products }).map(
      ({ path, location }) => [path, location ?? ''],
    ),
  );
  const [posts, moved, movedTags, movedAuthors, all] = await Promise.all([
    db.orm
      .select({ from: blogSlugs.slug, to: blogs.slug })
      .from(blogSlugs)
      .innerJoin(blogs, eq(blogs.id, blogSlugs.blogId))
      .where(and(ne(blogSlugs.slug, blogs.slug), isPublicBlog(clock.now()))),
    db.orm
      .select({ from: categorySlugs.slug, to: categories.slug })
      .from(categorySlugs)
      .innerJoin(categories, eq(categories.id, categorySlugs.categoryId))
      .where(ne(categorySlugs.slug, categories.slug)),
    db.orm
      .select({ from: tagSlugs.slug, to: tags.slug })
      .from(tagSlugs)
      .innerJoin(tags, eq(tags.id, tagSlugs.tagId))
      .where(ne(tagSlugs.slug, tags.slug)),
    db.orm
      .select({ from: authorSlugs.slug, to: authors.slug })
      .from(authorSlugs)
      .innerJoin(authors, eq(authors.id, authorSlugs.authorId))
      .where(ne(authorSlugs.slug, authors.slug)),
    db.orm.select({ from: categories.id, to: categories.slug }).from(categories),
  ]);
  for (const { from, to } of posts) renamed.set(toPostPath(from), toPostPath(to));
  for (const { from, to } of [...moved, ...all]) renamed.set(toCategoryPath(from), toCategoryPath(to));
  for (const { from, to } of movedTags) if (site.hasPage(toTagPath(to))) renamed.set(toTagPath(from), toTagPath(to));
  for (const { from, to } of movedAuthors)
    if (site.hasPage(toAuthorPath(to))) renamed.set(toAuthorPath(from), toAuthorPath(to));
  return (path) => {
    const location = renamed.get(path);
    if (location) return `${formatAddress(path)} leads to ${formatAddress(location)} by itself.`;
    return site.hasPage(path) ? `There is a page at ${formatAddress(path)}, which a redirect would hide.` : null;
  };
}

async function takenError({ db }: RedirectDeps, from: string, id: number | null): Promise<AppError | null> {
  const [other] = await db.orm
    .select({ id: redirects.id, to: redirects.to })
    .from(redirects)
    .where(eq(redirects.from, from));
  if (!other || other.id === id) return null;
  const message = `${formatAddress(from)} redirects to ${formatAddress(other.to)} already. Change that redirect instead.`;
  return duplicateValueError('from', message);
}

/** @throws validation_failed when it would lead back to itself, or through too many others. */
async function requireEnd({ db }: RedirectDeps, { from, ...target }: Addresses): Promise<void> {
  const chain = await findChain(db, getTargetPath(target.to) ?? '');
  chain.set(from, target);
  const { path, isLoop, isTooLong } = followRedirects(from, (address) => chain.get(address));
  if (isLoop) throw invalidFieldError('to', formatLoop(path));
  if (isTooLong) throw invalidFieldError('to', CHAIN_ISSUE);
}

async function getRedirect({ db, site }: RedirectDeps, where: SQL): Promise<RedirectJson> {
  const [row] = await db.orm.select({ id: redirects.id }).from(redirects).where(where);
  const [loaded] = row ? await loadRedirects(db, [row.id]) : [];
  if (!loaded) throw goneError();
  return toRedirectJson(site, loaded);
}
