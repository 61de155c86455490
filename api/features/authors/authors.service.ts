import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { listAuthorsByBlog } from '#db/queries/blog-authors.ts';
import { nextDraftVersion } from '#db/queries/draft-versions.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import { claimSlugStatements, insertSlugStatement } from '#db/queries/slugs.ts';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import { recordDeletionStatements } from '#db/queries/undo-actions.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { authors, blogAuthors, blogs, drafts, uploads } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { region } from '#api/domain/region.ts';
import { formatByline } from '#api/domain/author-name.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { resolveSlug, toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { enqueueListsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { selectAuthorSnapshot } from '#api/features/authors/undo/undo.service.ts';
import type { AuthorJson, AuthorRequest } from './authors.contract.ts';

const authorNotFoundError = () => notFoundError('Author not found');

/** All authors by name, each with the number of posts. */
export async function listAuthors({ db, clock }: Pick<Deps, 'db' | 'clock'>, where?: SQL): Promise<AuthorJson[]> {
  const { id, name, slug, bio, links, imageId, userId } = authors;
  const isPublic = isPublicBlog(clock.now());
  return db.orm
    .select({
      id,
      name,
      slug,
      bio,
      links,
      image_id: imageId,
      image_url: uploads.url,
      user_id: userId,
      blog_count: sql<number>`count(${blogs.id})`,
      public_count: sql<number>`count(${blogs.id}) FILTER (WHERE ${isPublic})`,
    })
    .from(authors)
    .leftJoin(uploads, eq(uploads.id, imageId))
    .leftJoin(blogAuthors, eq(blogAuthors.authorId, id))
    .leftJoin(blogs, sql`${blogs.id} = ${blogAuthors.blogId} AND ${blogs.trashedAt} IS NULL`)
    .where(where)
    .groupBy(id)
    .orderBy(asc(sql`lower(${name})`), asc(id));
}

/** The accounts that may write posts, by name: one of them may belong to an author. */
export async function listAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rows = await listUsersWithPermission(db, 'posts.write', clock.now());
  return rows
    .flatMap(({ id, firstName, lastName }) => toUserRefJson({ userId: id, firstName, lastName }) ?? [])
    .sort((one, other) => one.name.localeCompare(other.name, region.locale));
}

/**
 * Adds an author, who has no page before a public post. `actorId` is the user who does, null for the server itself.
 * @throws conflict for a given slug that another had; validation_failed for a picture that is none.
 */
export async function createAuthor(
  deps: ContentDeps,
  actorId: number | null,
  input: AuthorRequest,
): Promise<AuthorJson> {
  await requireAccount(deps, input.user_id, null);
  const { slug, statements } = await insertAuthorStatements(deps, actorId, input);
  try {
    await write(deps.db, statements);
  } catch (error) {
    // Another request took the slug between read and write: a derived slug is retried with the next suffix.
    if (isUniqueViolation(error, 'slug') && input.slug === undefined) return createAuthor(deps, actorId, input);
    throw toSlugConflict('author', error);
  }
  return getAuthor(deps, eq(authors.slug, slug));
}

/**
 * The statements that add an author, whose account was looked at. `id` is known in their batch only.
 * @throws conflict for a given slug that another had; validation_failed for a picture that is none.
 */
export async function insertAuthorStatements(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actorId: number | null,
  input: AuthorRequest,
): Promise<{ slug: string; id: SQL; statements: Statement[] }> {
  const now = clock.now();
  await requireImage(db, input.image_id);
  const slug = await resolveSlug(db, 'author', { slug: input.slug, title: input.name, before: null });
  const id = sql`(SELECT ${authors.id} FROM ${authors} WHERE ${authors.slug} = ${slug})`;
  const columns = toColumns(input);
  const statements = [
    db.orm.insert(authors).values({ ...columns, slug, createdAt: now, updatedAt: now }),
    insertSlugStatement('author', { id, slug, now }),
    ...auditStatements(db, {
      action: 'author.created',
      subject: sql`'author:' || ${id}`,
      after: { name: columns.name, slug },
      actorId,
      at: now,
    }),
  ];
  return { slug, id, statements };
}

/** Changes an author; posts show the new name. The old address of a changed slug leads to the new one for ever. @throws not_found, conflict, validation_failed. */
export async function updateAuthor(
  deps: ContentDeps,
  actorId: number | null,
  id: number,
  input: AuthorRequest,
): Promise<AuthorJson> {
  const now = deps.clock.now();
  await requireImage(deps.db, input.image_id);
  await requireAccount(deps, input.user_id, id);
  const before = await getAuthor(deps, eq(authors.id, id));
  const slug = await resolveSlug(deps.db, 'author', { slug: input.slug, title: input.name, before });
  const columns = toColumns(input);
  const bylines = await listBylines(deps.db, id, (each) => (each.id === id ? [columns.name] : [each.name]));
  await writeAuthor(deps, [
    ...auditStatements(deps.db, {
      action: 'author.changed',
      subject: `author:${id}`,
      before: selectAuthorValues(id),
      after: { name: columns.name, slug, user_id: columns.userId },
      actorId,
      at: now,
    }),
    deps.db.orm
      .update(authors)
      .set({ ...columns, slug, updatedAt: now })
      .where(eq(authors.id, id)),
    rollbackIfNoRows,
    ...claimSlugStatements('author', { id, before: before.slug, slug, now }),
    updateBylinesStatement(bylines),
    enqueueListsPublishStatement(deps.db, { reason: `Updated author: ${columns.name}`, userId: actorId, now }),
  ]);
  return getAuthor(deps, eq(authors.id, id));
}

/** Deletes an author; posts keep the name as it was, beside other authors only theirs. It can be undone for a moment. @throws not_found. */
export async function deleteAuthor(deps: ContentDeps, actorId: number | null, id: number): Promise<void> {
  const { name } = await getAuthor(deps, eq(authors.id, id));
  const now = deps.clock.now();
  const bylines = await listBylines(deps.db, id, (each) => (each.id === id ? [] : [each.name]));
  const full = new Map(await listBylines(deps.db, id, (each) => [each.name]));
  const snapshot = selectAuthorSnapshot(
    id,
    bylines.map(([blogId, byline]) => [blogId, full.get(blogId) ?? '', byline || (full.get(blogId) ?? '')]),
  );
  await writeAuthor(deps, [
    ...recordDeletionStatements(deps.db, { kind: 'author.deleted', actorId, now, snapshot }),
    ...auditStatements(deps.db, {
      action: 'author.deleted',
      subject: `author:${id}`,
      before: selectAuthorValues(id),
      actorId,
      at: now,
    }),
    sql`UPDATE ${drafts} SET version = ${nextDraftVersion}, fields = json_set(fields, '$.author_ids', json((
        SELECT json_group_array(value) FROM json_each(${drafts.fields}, '$.author_ids') WHERE value <> ${id})))
      WHERE kind = 'blog' AND EXISTS (SELECT 1 FROM json_each(${drafts.fields}, '$.author_ids') WHERE value = ${id})`,
    deps.db.orm.delete(authors).where(eq(authors.id, id)),
    rollbackIfNoRows,
    updateBylinesStatement(bylines.filter(([, byline]) => byline !== '')),
    enqueueListsPublishStatement(deps.db, { reason: `Deleted author: ${name}`, userId: actorId, now }),
  ]);
}

type Byline = [blogId: number, byline: string];

/** What the posts of an author will have as their byline. */
async function listBylines(
  db: Database,
  id: number,
  toNames: (author: { id: number; name: string }) => string[],
): Promise<Byline[]> {
  const rows = await db.orm.select({ id: blogAuthors.blogId }).from(blogAuthors).where(eq(blogAuthors.authorId, id));
  const byBlog = await listAuthorsByBlog(
    db,
    rows.map((row) => row.id),
  );
  return [...byBlog].map(([blogId, people]) => [blogId, formatByline(people.flatMap(toNames))]);
}

/** One statement for all posts, whose lists and search name the authors. */
const updateBylinesStatement = (bylines: readonly Byline[]) => sql`UPDATE ${blogs}
  SET author_name = (SELECT value ->> 1 FROM json_each(${JSON.stringify(bylines)}) WHERE value ->> 0 = ${blogs.id})
  WHERE id IN (SELECT value ->> 0 FROM json_each(${JSON.stringify(bylines)}))`;

const toColumns = ({ name, bio, links, image_id: imageId, user_id: userId }: AuthorRequest) => ({
  name,
  bio: bio.trim(),
  links,
  imageId: imageId ?? null,
  userId: userId ?? null,
});

/** @throws validation_failed when the picture is not an uploaded image. */
async function requireImage(db: Database, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const [upload] = await db.orm
    .select({ kind: uploads.kind })
    .from(uploads)
    .where(inArray(uploads.id, [id]));
  if (upload?.kind !== 'image') throw invalidFieldError('image_id', 'This image no longer exists. Choose another.');
}

/** @throws validation_failed for an account that may not write posts, unless the author has it already, and for that of another author. */
async function requireAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: number | null | undefined,
  authorId: number | null,
) {
  if (userId === null || userId === undefined) return;
  const [other] = await deps.db.orm
    .select({ id: authors.id, name: authors.name })
    .from(authors)
    .where(eq(authors.userId, userId));
  if (other?.id === authorId && other) return;
  if (other) throw invalidFieldError('user_id', `This account belongs to ${other.name}. Choose another.`);
  const accounts = await listAccounts(deps);
  if (!accounts.some(({ id }) => id === userId))
    throw invalidFieldError('user_id', 'This account can’t write posts. Choose another.');
}

async function writeAuthor(deps: ContentDeps, statements: Statement[]): Promise<void> {
  try {
    await write(deps.db, statements);
  } catch (error) {
    throw isGuardRollback(error) ? authorNotFoundError() : toSlugConflict('author', error);
  }
  deps.publisher.wake();
}

const selectAuthorValues = (id: number) =>
  selectRowValues(authors, eq(authors.id, id), { name: authors.name, slug: authors.slug, user_id: authors.userId });

/** What the server itself does (`actorId` null) is not recorded. */
const auditStatements = (db: Database, entry: AuditEntry) =>
  entry.actorId === null ? [] : [insertAuditStatement(db, entry)];

async function getAuthor(deps: Pick<Deps, 'db' | 'clock'>, where: SQL): Promise<AuthorJson> {
  const [author] = await listAuthors(deps, where);
  if (!author) throw authorNotFoundError();
  return author;
}
