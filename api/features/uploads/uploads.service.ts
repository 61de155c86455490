import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { authors, blogs, uploads, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { type DraftReach, UNLIMITED_REACH } from '#api/domain/draft-reach.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { toLikePattern, toPaginationJson } from '#api/http/pagination.ts';
import { enqueueBlogPublishStatement, enqueueListsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { runWithIntent, uploadBusyError } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { isShownCondition, selectUploadUses } from '#api/features/uploads/uses/uses.service.ts';
import type { UploadJson, ListUploadsQuery, UploadUsesJson } from './uploads.contract.ts';
import { toUploadJson } from './uploads.mapper.ts';

type ReadDeps = Pick<Deps, 'db'>;

/** Uploads, newest first, page by page. */
export async function listUploads({ db }: ReadDeps, query: ListUploadsQuery) {
  const where = and(matches(query.search), query.kind && eq(uploads.kind, query.kind));
  const [rows, [row]] = await Promise.all([
    selectUploads(db, where)
      .orderBy(desc(uploads.createdAt), desc(uploads.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    db.orm.select({ total: count() }).from(uploads).where(where),
  ]);
  const data = rows.map(({ upload, user }) => toUploadJson(upload, user));
  return { data, pagination: toPaginationJson(query, row?.total ?? 0) };
}

/** @throws not_found. */
export async function getUpload({ db }: ReadDeps, id: number): Promise<UploadJson> {
  const [row] = await selectUploads(db, eq(uploads.id, id));
  if (!row) throw uploadNotFoundError();
  return toUploadJson(row.upload, row.user);
}

/**
 * Sets the alt text of an image. Posts with this cover or sharing image are published again, because their pages contain the text.
 * @throws not_found; forbidden for what someone else than `ownerId` uploaded.
 */
export async function updateUploadAlt(
  deps: Pick<Deps, 'db' | 'clock' | 'publisher'>,
  id: number,
  change: { alt: string; userId: number; ownerId?: number | null },
): Promise<UploadJson> {
  const now = deps.clock.now();
  const before = await requireUpload(deps, id);
  requireUploader(before, change.ownerId ?? null, 'You can only describe what you uploaded yourself.');
  const coveredBlogs = await deps.db.orm
    .select({ id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(and(or(eq(blogs.coverId, id), eq(blogs.socialImageId, id)), isPublicBlog(now)));
  const portraits = await deps.db.orm.select({ name: authors.name }).from(authors).where(eq(authors.imageId, id));
  const subject = `upload:${before.hash}`;
  await write(deps.db, [
    insertAuditStatement(deps.db, {
      at: now,
      action: 'upload.changed',
      actorId: change.userId,
      subject,
      before: selectRowValues(uploads, eq(uploads.id, id), { alt: uploads.alt }),
      after: { alt: change.alt },
    }),
    deps.db.orm.update(uploads).set({ alt: change.alt }).where(eq(uploads.id, id)),
    rollbackIfNoRows,
    ...coveredBlogs.map((post) =>
      enqueueBlogPublishStatement(deps.db, { id: post.id, reason: `Updated cover alt text: ${post.title}`, now }),
    ),
    ...portraits.map(({ name }) =>
      enqueueListsPublishStatement(deps.db, { reason: `Updated image of the author: ${name}`, now }),
    ),
  ]).catch(onGuardRollback(uploadNotFoundError));
  if (coveredBlogs.length + portraits.length > 0) deps.publisher.wake();
  return getUpload(deps, id);
}

/** Lists where an upload is shown, as far as `reach` goes. @throws not_found. */
export async function listUploadUses(deps: ReadDeps, id: number, reach: DraftReach): Promise<UploadUsesJson> {
  return selectUploadUses(deps.db, await requireUpload(deps, id), reach);
}

/**
 * Deletes an upload and its files for good, unless it is shown anywhere, live or in a draft. Of an owner only what they uploaded; a
 * refusal names the places within `reach`.
 * @throws not_found; forbidden for what someone else uploaded; conflict, which says where.
 */
export async function deleteUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'uploads'>,
  id: number,
  {
    userId,
    ownerId = null,
    reach = UNLIMITED_REACH,
  }: { userId: number | null; ownerId?: number | null; reach?: DraftReach },
): Promise<void> {
  const { db } = deps;
  const row = await requireUpload(deps, id);
  requireUploader(row, ownerId, 'You can only delete what you uploaded yourself.');
  const names = row.files.map(({ name }) => name);
  const { hash, name, kind } = row;
  const entry = { at: deps.clock.now(), action: 'upload.deleted', actorId: userId, subject: `upload:${hash}` } as const;
  await runWithIntent(deps, { hash, names }, async (guard) => {
    await write(db, [
      ...guard,
      db.orm.delete(uploads).where(and(eq(uploads.id, id), sql`NOT (${isUsed(row)})`)),
      rollbackIfNoRows,
      insertAuditStatement(db, { ...entry, before: { name, kind } }),
    ]);
    await deps.files.delete(names);
  }).catch(onGuardRollback(() => inUseError(deps, row, reach)));
}

function requireUploader({ userId }: { userId: number | null }, ownerId: number | null, refusal: string): void {
  if (ownerId !== null && userId !== ownerId) throw new AppError('forbidden', refusal);
}

const isUsed = ({ id, hash }: { id: number; hash: string }) =>
  sql`${isShownCondition(hash)}
    OR EXISTS (SELECT 1 FROM ${blogs} WHERE ${id} IN (${blogs.coverId}, ${blogs.socialImageId}))
    OR EXISTS (SELECT 1 FROM ${authors} WHERE ${authors.imageId} = ${id})`;

/** What a title alone doesn't say. */
const PLACES: Partial<Record<UploadUsesJson['uses'][number]['state'], string>> = {
  trash: ' in the trash',
  waiting: ' in scheduled changes',
};

async function inUseError(deps: ReadDeps, upload: { id: number; hash: string }, reach: DraftReach): Promise<AppError> {
  const { uses, hidden_uses: hiddenCount } = await listUploadUses(deps, upload.id, reach);
  const [used] = await deps.db.orm
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, upload.id), isUsed(upload)));
  // Nothing shows it: another server has taken it over.
  if (!used) return uploadBusyError();
  const useLabels = uses.map(({ title, state }) => `‘${title || 'Untitled'}’${PLACES[state] ?? ''}`);
  const people = await deps.db.orm.select({ name: authors.name }).from(authors).where(eq(authors.imageId, upload.id));
  const titles = [...new Set([...useLabels, ...people.map(({ name }) => `the author ‘${name}’`)])];
  const shown = titles.slice(0, 2);
  if (shown.length === 0)
    return new AppError('conflict', 'Something that you can’t open uses this. Ask an editor to remove it there.');
  const rest = titles.length - shown.length + hiddenCount;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return new AppError('conflict', `This is used in ${shown.join(', ')}${more}. Remove it there first.`);
}

function selectUploads(db: Deps['db'], where: SQL | undefined) {
  const { id, firstName, lastName } = users;
  return db.orm
    .select({ upload: uploads, user: { id, firstName, lastName } })
    .from(uploads)
    .leftJoin(users, eq(id, uploads.userId))
    .where(where)
    .$dynamic();
}

function matches(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = toLikePattern(search);
  return or(sql`${uploads.name} LIKE ${pattern} ESCAPE '\\'`, sql`${uploads.alt} LIKE ${pattern} ESCAPE '\\'`);
}

async function requireUpload({ db }: ReadDeps, id: number) {
  const [row] = await db.orm.select().from(uploads).where(eq(uploads.id, id));
  if (!row) throw uploadNotFoundError();
  return row;
}

const uploadNotFoundError = () => notFoundError('Image or video not found');
