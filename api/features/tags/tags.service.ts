import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { nextDraftVersion } from '#db/queries/draft-versions.ts';
import { claimSlugStatements, insertSlugStatement } from '#db/queries/slugs.ts';
import { recordDeletionStatements } from '#db/queries/undo-actions.ts';
import { isNameTaken } from '#db/queries/unique-names.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogs, blogTags, drafts, tags, tagSlugs } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { duplicateValueError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { resolveSlug, toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { enqueueListsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { selectTagSnapshot } from '#api/features/tags/undo/undo.service.ts';
import type { TagJson, TagRequest } from './tags.contract.ts';

const tagNotFoundError = () => notFoundError('Tag not found');
const nameTakenError = () => duplicateValueError('name', 'A tag with this name already exists. Choose another name.');

/** All tags by name, each with the number of its posts. */
export async function listTags({ db, clock }: Pick<Deps, 'db' | 'clock'>, where?: SQL): Promise<TagJson[]> {
  const { id, name, slug } = tags;
  const isPublic = isPublicBlog(clock.now());
  return db.orm
    .select({
      id,
      name,
      slug,
      blog_count: sql<number>`count(${blogs.id})`,
      public_count: sql<number>`count(${blogs.id}) FILTER (WHERE ${isPublic})`,
    })
    .from(tags)
    .leftJoin(blogTags, eq(blogTags.tagId, id))
    .leftJoin(blogs, sql`${blogs.id} = ${blogTags.blogId} AND ${blogs.trashedAt} IS NULL`)
    .where(where)
    .groupBy(id)
    .orderBy(asc(sql`lower(${name})`), asc(id));
}

/**
 * Adds a tag, which has no page before a public post has it. `actorId` is the user who does, null for the server itself.
 * @throws conflict for a name that another tag has, in any case, or a given slug that one had.
 */
export async function createTag(deps: ContentDeps, actorId: number | null, input: TagRequest): Promise<TagJson> {
  const { name } = input;
  const now = deps.clock.now();
  if (await isNameTaken(deps.db, tags, name, null)) throw nameTakenError();
  const slug = await resolveSlug(deps.db, 'tag', { slug: input.slug, title: name, before: null });
  const id = sql`(SELECT ${tags.id} FROM ${tags} WHERE ${tags.slug} = ${slug})`;
  try {
    await write(deps.db, [
      deps.db.orm.insert(tags).values({ name, slug, createdAt: now, updatedAt: now }),
      insertSlugStatement('tag', { id, slug, now }),
      ...auditStatements(deps.db, {
        action: 'tag.created',
        subject: sql`'tag:' || ${id}`,
        after: { name, slug },
        actorId,
        at: now,
      }),
    ]);
  } catch (error) {
    // Another request took the slug between read and write: a derived slug is retried with the next suffix.
    if (isUniqueViolation(error, 'slug') && input.slug === undefined) return createTag(deps, actorId, input);
    throw toTagError(error);
  }
  return getTag(deps, eq(tags.slug, slug));
}

/** The ids of tags by name, in any case; those that there are not are made. For imports. @throws conflict when one is made meanwhile. */
export async function ensureTags(
  deps: ContentDeps,
  actorId: number | null,
  names: readonly string[],
): Promise<Map<string, number>> {
  const known = new Map((await listTags(deps)).map(({ id, name }) => [name.toLowerCase(), id]));
  for (const name of names) {
    const key = name.toLowerCase();
    if (!known.has(key)) known.set(key, (await createTag(deps, actorId, { name })).id);
  }
  return new Map(names.map((name) => [name, known.get(name.toLowerCase()) ?? 0]));
}

/** Changes a tag. The old address of a changed slug leads to the new one for ever. @throws not_found, conflict. */
export async function updateTag(
  deps: ContentDeps,
  actorId: number | null,
  id: number,
  input: TagRequest,
): Promise<TagJson> {
  const { name } = input;
  const now = deps.clock.now();
  if (await isNameTaken(deps.db, tags, name, id)) throw nameTakenError();
  const before = await getTag(deps, eq(tags.id, id));
  const slug = await resolveSlug(deps.db, 'tag', { slug: input.slug, title: name, before });
  await writeTag(deps, [
    ...auditStatements(deps.db, {
      action: 'tag.changed',
      subject: `tag:${id}`,
      before: selectTagValues(id),
      after: { name, slug },
      actorId,
      at: now,
    }),
    deps.db.orm.update(tags).set({ name, slug, updatedAt: now }).where(eq(tags.id, id)),
    rollbackIfNoRows,
    ...claimSlugStatements('tag', { id, before: before.slug, slug, now }),
    enqueueListsPublishStatement(deps.db, { reason: `Updated tag: ${name}`, userId: actorId, now }),
  ]);
  return getTag(deps, eq(tags.id, id));
}

/** Moves the posts, the drafts and the addresses of a tag to another one. @throws not_found, validation_failed for itself. */
export async function mergeTag(
  deps: ContentDeps,
  actorId: number | null,
  id: number,
  intoId: number,
): Promise<TagJson> {
  if (id === intoId) throw invalidFieldError('into_id', 'Choose another tag.');
  const [from, into] = [await getTag(deps, eq(tags.id, id)), await findTag(deps, eq(tags.id, intoId))];
  if (!into) throw invalidFieldError('into_id', 'This tag no longer exists. Choose another.');
  const now = deps.clock.now();
  await writeTag(deps, [
    ...auditStatements(deps.db, {
      action: 'tag.merged',
      subject: `tag:${intoId}`,
      before: selectTagValues(id),
      after: { name: into.name, slug: into.slug },
      actorId,
      at: now,
    }),
    sql`INSERT INTO ${blogTags} (blog_id, tag_id, position)
      SELECT blog_id, ${intoId}, position FROM ${blogTags} WHERE tag_id = ${id} ON CONFLICT DO NOTHING`,
    replaceInDraftsStatement(id, intoId),
    deps.db.orm.update(tagSlugs).set({ tagId: intoId }).where(eq(tagSlugs.tagId, id)),
    deps.db.orm.delete(tags).where(eq(tags.id, id)),
    rollbackIfNoRows,
    enqueueListsPublishStatement(deps.db, {
      reason: `Merged tags: ${from.name} into ${into.name}`,
      userId: actorId,
      now,
    }),
  ]);
  return getTag(deps, eq(tags.id, intoId));
}

/** Deletes a tag; its posts stay. Whoever does it can undo it for a moment. @throws not_found. */
export async function deleteTag(deps: ContentDeps, actorId: number | null, id: number): Promise<void> {
  const { name } = await getTag(deps, eq(tags.id, id));
  const now = deps.clock.now();
  await writeTag(deps, [
    ...recordDeletionStatements(deps.db, { kind: 'tag.deleted', actorId, now, snapshot: selectTagSnapshot(id) }),
    ...auditStatements(deps.db, {
      action: 'tag.deleted',
      subject: `tag:${id}`,
      before: selectTagValues(id),
      actorId,
      at: now,
    }),
    replaceInDraftsStatement(id, null),
    deps.db.orm.delete(tags).where(eq(tags.id, id)),
    rollbackIfNoRows,
    enqueueListsPublishStatement(deps.db, { reason: `Deleted tag: ${name}`, userId: actorId, now }),
  ]);
}

/** Drafts name tags by id. An open editor learns of the change at its next save, and merges it. */
const replaceInDraftsStatement = (id: number, intoId: number | null) => sql`UPDATE ${drafts}
  SET version = ${nextDraftVersion}, fields = json_set(fields, '$.tag_ids', json((
    SELECT json_group_array(tag) FROM (
      SELECT iif(value = ${id}, ${intoId}, value) AS tag FROM json_each(${drafts.fields}, '$.tag_ids')
      WHERE value <> ${id} OR ${intoId} IS NOT NULL GROUP BY tag ORDER BY min(key)))))
  WHERE kind = 'blog' AND EXISTS (SELECT 1 FROM json_each(${drafts.fields}, '$.tag_ids') WHERE value = ${id})`;

async function writeTag(deps: ContentDeps, statements: Statement[]): Promise<void> {
  try {
    await write(deps.db, statements);
  } catch (error) {
    throw toTagError(error);
  }
  deps.publisher.wake();
}

const selectTagValues = (id: number) => selectRowValues(tags, eq(tags.id, id), { name: tags.name, slug: tags.slug });

/** What the server itself does (`actorId` null) is not recorded. */
const auditStatements = (db: Database, entry: AuditEntry) =>
  entry.actorId === null ? [] : [insertAuditStatement(db, entry)];

function toTagError(error: unknown): unknown {
  if (isGuardRollback(error)) return tagNotFoundError();
  if (!isUniqueViolation(error)) return error;
  return isUniqueViolation(error, 'slug') ? toSlugConflict('tag', error) : nameTakenError();
}

async function findTag(deps: Pick<Deps, 'db' | 'clock'>, where: SQL): Promise<TagJson | null> {
  const [tag] = await listTags(deps, where);
  return tag ?? null;
}

async function getTag(deps: Pick<Deps, 'db' | 'clock'>, where: SQL): Promise<TagJson> {
  const tag = await findTag(deps, where);
  if (!tag) throw tagNotFoundError();
  return tag;
}
