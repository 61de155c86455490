import { fillCatalogueValues } from '#db/queries/catalogue-products.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { toLikePattern } from '#api/http/pagination.ts';
import { searchContent } from '#api/features/search/search.service.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogSlugs, blogs, categories, categorySlugs, documentSlugs, documents } from '#db/schema/index.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { LinkTargetJson, LinkTargetsJson } from './link-targets.contract.ts';

type Target = LinkTargetsJson['targets'][number];

const TARGETS_MAX = 8;
/** What is found by its title. */
const CONTENT_PATH = /^\/(blogs|categories|documents|openshelf)\/./;

/** What a link of the site can lead to: its pages first, then categories, posts, documents and works of the shelf. At most 8. */
export async function findLinkTargets(
  deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  search: string,
): Promise<LinkTargetsJson> {
  const pages = findPages(deps.site, search);
  const found = search === '' || pages.length === TARGETS_MAX ? [] : await findContent(deps, search);
  const byPath = new Map([...pages, ...found].toReversed().map((target) => [target.path, target]));
  return { targets: [...byPath.values()].toReversed().slice(0, TARGETS_MAX) };
}

/** Pages of the owner have titles; those of the code, such as the list of posts, have their address alone. */
function findPages(site: Deps['site'], search: string): Target[] {
  const text = search.toLowerCase();
  const titled = [...site.pages.values()].map(({ title, address }) => ({
    title: fillCatalogueValues(title),
    path: address,
  }));
  const untitled = site
    .listPages()
    .filter((path) => !site.pages.has(path) && !CONTENT_PATH.test(path))
    .map((path) => ({ title: path, path }));
  return [...titled, ...untitled]
    .filter(({ title, path }) => title.toLowerCase().includes(text) || path.toLowerCase().includes(text))
    .slice(0, TARGETS_MAX)
    .map((page) => ({ kind: 'page', ...page }));
}

async function findContent(deps: Pick<Deps, 'db' | 'clock' | 'site'>, search: string): Promise<Target[]> {
  const named = await deps.db.orm
    .select({ title: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`${categories.name} LIKE ${toLikePattern(search)} ESCAPE '\\'`)
    .orderBy(asc(categories.name))
    .limit(TARGETS_MAX);
  const { results } = await searchContent(deps, { q: search }, { canSeeDrafts: false, isSignedIn: true });
  return [
    ...named.map(({ title, slug }) => ({ kind: 'category' as const, title, path: `/categories/${slug}` })),
    // Pages are found by their titles and addresses.
    ...results.flatMap(({ type, title, url }) => (type === 'page' ? [] : [{ kind: type, title, path: url }])),
  ];
}

type FoundTarget = NonNullable<LinkTargetJson['target']>;

/**
 * What is at a path of the site: a page, category, post or document, also by an address that it had before. A draft is named
 * only to who may write such ones; null for everybody else, and where nothing is known.
 */
export async function findLinkTargetAt(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  path: string,
  isPermitted: (permission: Permission) => boolean,
): Promise<FoundTarget | null> {
  const [, kind, slug = ''] = /^\/(blogs|categories|documents)\/([^/]+)$/.exec(path) ?? [];
  if (kind === 'blogs') {
    const [post] = await db.orm
      .select({ title: blogs.title, slug: blogs.slug, isPublic: sql<number>`${isPublicBlog(clock.now())}` })
      .from(blogSlugs)
      .innerJoin(blogs, eq(blogs.id, blogSlugs.blogId))
      .where(and(eq(blogSlugs.slug, slug), isNull(blogs.trashedAt)));
    if (!post || !(post.isPublic || isPermitted('posts.publish'))) return null;
    return { kind: 'blog', title: post.title, path: `/blogs/${post.slug}`, is_public: post.isPublic === 1 };
  }
  if (kind === 'documents') {
    const [document] = await db.orm
      .select({ title: documents.title, slug: documents.slug, status: documents.status })
      .from(documentSlugs)
      .innerJoin(documents, eq(documents.id, documentSlugs.documentId))
      .where(eq(documentSlugs.slug, slug));
    const isPublic = document?.status === 'published';
    if (!document || !(isPublic || isPermitted('documents.write'))) return null;
    return { kind: 'document', title: document.title, path: `/documents/${document.slug}`, is_public: isPublic };
  }
  if (kind === 'categories') {
    const [category] = await db.orm
      .select({ title: categories.name, slug: categories.slug })
      .from(categorySlugs)
      .innerJoin(categories, eq(categories.id, categorySlugs.categoryId))
      .where(eq(categorySlugs.slug, slug));
    return category
      ? { kind: 'category', title: category.title, path: `/categories/${category.slug}`, is_public: true }
      : null;
  }
  const page = site.pages.get(path);
  const title = page ? fillCatalogueValues(page.title) : path;
  return page || site.listPages().includes(path) ? { kind: 'page', title, path, is_public: true } : null;
}
