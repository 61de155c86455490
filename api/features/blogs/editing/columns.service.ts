import type { ContentDeps } from '#api/deps.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import { type BlogColumns, type BlogRow, toGivenColumns } from '#api/features/blogs/blogs.mapper.ts';
import { computeDerivedFields, resolveByline, resolvePublishedAt } from '#api/features/blogs/fields/fields.service.ts';
import { resolveRenamedLinks } from '#api/features/blogs/links/links.service.ts';
import { resolveSlug } from '#api/features/slugs/slugs.service.ts';

/** The columns of a new post (`before` null) or of a changed one. @throws conflict for a slug of another post. */
export async function toBlogColumns(
  { db, clock, html }: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  before: BlogRow | null,
  change: Omit<BlogChange, 'authorIds'> & { authorIds?: readonly number[] | undefined },
): Promise<BlogColumns> {
  const now = clock.now();
  const byline = await resolveByline(db, change.authorIds ?? []);
  return {
    ...(await computeDerivedFields(html, { ...change, content: await resolveRenamedLinks(db, change.content) })),
    slug: await resolveSlug(db, 'post', { ...change, before }),
    ...toGivenColumns(byline === null ? change : { ...change, author_name: byline }, before),
    publishedAt: resolvePublishedAt(change, before, now),
    firstPublishedAt: before?.firstPublishedAt ?? (change.status === 'published' ? now : null),
    updatedAt: now,
  };
}
