import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { claimSlugStatements, insertSlugStatement } from '#db/queries/slugs.ts';
import { isNameTaken } from '#db/queries/unique-names.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogCategories, blogs, categories } from '#db/schema/index.ts';
import { isUniqueViolation, rollbackIfNoRows, isGuardRollback, type Statement, write } from '#db/write.ts';
import { toIso } from '#api/clock.ts';
import type { ContentDeps, Deps } from '#api/deps.ts';
import { notFoundError, duplicateValueError } from '#api/http/errors.ts';
import { type AuditEntry, insertAuditStatement, selectRowValues } from '#api/features/audit/audit.service.ts';
import { resolveSlug, toSlugConflict } from '#api/features/slugs/slugs.service.ts';
import { enqueueCategoryPublishStatement } from '#api/publishing/queue/enqueue.ts';
import type {
  CategoryRequest,
  CategoryJson,
  CategoryWithCountJson,
  ManagedCategoryJson,
} from './categories.contract.ts';

const categoryNotFoundError = () => notFoundError('Category not found');
const nameTakenError = () =>
  duplicateValueError('name', 'A category with this name already exists. Choose another name.');

/** All categories by name, each with the number of its public posts. */
export async function listCategoriesWithCounts({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<CategoryWithCountJson[]> {
  const { id, name, description, slug } = categories;
  return db.orm
    .select({ id, name, description, slug, blog_count: sql<number>`count(${blogs.id})` })
    .from(categories)
    .leftJoin(blogCategories, eq(blogCategories.categoryId, categories.id))
    .leftJoin(blogs, sql`${blogs.id} = ${blogCategories.blogId} AND ${isPublicBlog(clock.now())}`)
    .groupBy(categories.id)
    .orderBy(asc(sql`lower(${name})`), asc(id));
}

/** All categories by name, each with the number of its posts, public or not; those in the trash do not count. */
export async function listManagedCategories({ db }: Pick<Deps, 'db'>): Promise<ManagedCategoryJson[]> {
  const rows = await db.orm
    .select({ category: categories, blogCount: sql<number>`count(${blogs.id})` })
    .from(categories)
    .leftJoin(blogCategories, eq(blogCategories.categoryId, categories.id))
    .leftJoin(blogs, sql`${blogs.id} = ${blogCategories.blogId} AND ${blogs.trashedAt} IS NULL`)
    .groupBy(categories.id)
    .orderBy(asc(sql`lower(${categories.name})`), asc(categories.id));
  return rows.map(({ category, blogCount }) => ({ ...toCategoryJson(category), blog_count: blogCount }));
}

/**
 * Adds a category. `actorId` is the admin who does, null for the server itself.
 * @throws validation_failed; conflict for a name that another category has, in any case, or a given slug that one had.
 */
export async function createCategory(
  deps: ContentDeps,
  actorId: number | null,
  input: CategoryRequest,
): Promise<CategoryJson> {
  const { id, slug, statements } = await insertCategoryStatements(deps, actorId, input);
  const reason = `New category: ${input.name}`;
  try {
    await write(deps.db, [
      ...statements,
      enqueueCategoryPublishStatement(deps.db, { id, reason, userId: actorId, now: deps.clock.now() }),
    ]);
  } catch (error) {
    // Another request took the slug between read and write: a derived slug is retried with the next suffix.
    if (isUniqueViolation(error, 'slug') && input.slug === undefined) return createCategory(deps, actorId, input);
    throw toCategoryError(error);
  }
  deps.publisher.wake();
  return getCategory(deps.db, eq(categories.slug, slug));
}

/** The statements that add a category, but no job. `id` is known in their batch only. @throws conflict. */
export async function insertCategoryStatements(
  deps: Pick<ContentDeps, 'db' | 'clock'>,
  actorId: number | null,
  { name, description, slug: given }: CategoryRequest,
): Promise<{ id: SQL; slug: string; statements: Statement[] }> {
  const now = deps.clock.now();
  if (await isNameTaken(deps.db, categories, name, null)) throw nameTakenError();
  const slug = await resolveSlug(deps.db, 'category', { slug: given, title: name, before: null });
  const { orm } = deps.db;
  const id = sql`(SELECT ${categories.id} FROM ${categories} WHERE ${categories.slug} = ${slug})`;
  const statements = [
    orm.insert(categories).values({ name, slug, description: description || null, createdAt: now, updatedAt: now }),
    insertSlugStatement('category', { id, slug, now }),
    ...auditStatements(deps.db, {
      action: 'category.created',
      subject: sql`'category:' || ${id}`,
      after: { name, slug },
      actorId,
      now,
    }),
  ];
  return { id, slug, statements };
}

/** Changes a category. The old address of a changed slug leads to the new one for ever. @throws not_found, conflict. */
export async function updateCategory(
  deps: ContentDeps,
  actorId: number | null,
  id: number,
  input: CategoryRequest,
): Promise<CategoryJson> {
  const { name, description } = input;
  const now = deps.clock.now();
  if (await isNameTaken(deps.db, categories, name, id)) throw nameTakenError();
  const before = await getCategory(deps.db, eq(categories.id, id));
  const slug = await resolveSlug(deps.db, 'category', { slug: input.slug, title: name, before });
  await mapWriteErrors(
    write(deps.db, [
      ...auditStatements(deps.db, {
        action: 'category.changed',
        subject: `category:${id}`,
        before: selectCategoryValues(id),
        after: { name, slug: input.slug ? slug : before.slug, description: description || null },
        actorId,
        now,
      }),
      deps.db.orm
        .update(categories)
        .set({ name, description: description || null, ...(input.slug && { slug }), updatedAt: now })
        .where(eq(categories.id, id)),
      rollbackIfNoRows,
      ...claimSlugStatements('category', { id, before: before.slug, slug, now }),
      enqueueCategoryPublishStatement(deps.db, { id, reason: `Updated category: ${name}`, userId: actorId, now }),
    ]),
  );
  deps.publisher.wake();
  return getCategory(deps.db, eq(categories.id, id));
}

/** Deletes a category; its posts stay. @throws not_found. */
export async function deleteCategory(deps: ContentDeps, actorId: number | null, id: number): Promise<void> {
  const { name } = await getCategory(deps.db, eq(categories.id, id));
  const now = deps.clock.now();
  await mapWriteErrors(
    write(deps.db, [
      ...auditStatements(deps.db, {
        action: 'category.deleted',
        subject: `category:${id}`,
        before: selectCategoryValues(id),
        actorId,
        now,
      }),
      deps.db.orm.delete(categories).where(eq(categories.id, id)),
      rollbackIfNoRows,
      enqueueCategoryPublishStatement(deps.db, { id, reason: `Deleted category: ${name}`, userId: actorId, now }),
    ]),
  );
  deps.publisher.wake();
}

const selectCategoryValues = (id: number) => {
  const { name, slug, description } = categories;
  return selectRowValues(categories, eq(categories.id, id), { name, slug, description });
};

type CategoryAct = Omit<AuditEntry, 'at'> & { now: number };

/** What the server itself does (`actorId` null) is not recorded. */
const auditStatements = (db: Database, { now, ...entry }: CategoryAct) =>
  entry.actorId === null ? [] : [insertAuditStatement(db, { ...entry, at: now })];

async function mapWriteErrors(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw toCategoryError(error);
  }
}

function toCategoryError(error: unknown): unknown {
  if (isGuardRollback(error)) return categoryNotFoundError();
  if (!isUniqueViolation(error)) return error;
  return isUniqueViolation(error, 'slug') ? toSlugConflict('category', error) : nameTakenError();
}

async function getCategory(db: Database, where: ReturnType<typeof eq>): Promise<CategoryJson> {
  const row = await db.orm.query.categories.findFirst({ where });
  if (!row) throw categoryNotFoundError();
  return toCategoryJson(row);
}

function toCategoryJson(row: typeof categories.$inferSelect): CategoryJson {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  };
}
