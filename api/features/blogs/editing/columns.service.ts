import { DEFAULT_AUTHOR } from '#api/domain/author-name.ts';
import type { ContentDeps } from '#api/deps.ts';
import type { BlogChange } from '#api/features/blogs/blogs.contract.ts';
import type { BlogRow } from '#api/features/blogs/blogs.mapper.ts';
import { computeDerivedFields, resolvePublishedAt } from '#api/features/blogs/fields/fields.service.ts';
import { resolveRenamedLinks } from '#api/features/blogs/links/links.service.ts';
import { findAvailableSlug, isProvisionalSlug } from '#api/features/blogs/slugs/slugs.service.ts';
import { toSlug } from '#api/domain/slug.ts';

/** The columns of a new post (`before` null) or of a changed one. @throws conflict for a slug of another post. */
export async function toBlogColumns(
  { db, clock, html }: Pick<ContentDeps, 'db' | 'clock' | 'html'>,
  before: BlogRow | null,
  change: BlogChange,
): Promise<Omit<BlogRow, 'id' | 'revision' | 'createdAt' | 'trashedAt'>> {
  const now = clock.now();
  return {
    ...(await computeDerivedFields(html, { ...change, content: await resolveRenamedLinks(db, change.content) })),
    slug: await resolveSlug(db, before, change),
    title: change.title,
    status: change.status,
    publishedAt: resolvePublishedAt(change, before, now),
    firstPublishedAt: before?.firstPublishedAt ?? (change.status === 'published' ? now : null),
    authorName: change.author_name || before?.authorName || DEFAULT_AUTHOR,
    coverId: change.coverId === undefined ? (before?.coverId ?? null) : change.coverId,
    updatedAt: now,
  };
}

/** A given slug is used. A new post, or one with a provisional slug, gets one from its title; any other keeps its slug. */
async function resolveSlug(db: ContentDeps['db'], before: BlogRow | null, change: BlogChange): Promise<string> {
  const isDerived = change.slug === undefined;
  if (before && change.slug === before.slug) return before.slug;
  if (before && isDerived && !isProvisionalSlug(before.slug)) return before.slug;
  return findAvailableSlug(db, change.slug ?? toSlug(change.title), isDerived, before?.id);
}
