import { and, asc, eq, ne, sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogCategories, blogSlugs, blogs, categories, categorySlugs, uploads } from '#db/schema/index.ts';
import type { RedirectTarget } from '#api/domain/redirects.ts';
import { type IndexedPost, insertSorted, lowerBound, removeSorted } from './indexed-post.ts';
import { SitemapParts } from './sitemap-parts.ts';
import { readMembership, readPosts, readRedirects } from './public-index-rows.ts';
import { toCategoryPath, toPostPath } from './paths.ts';
import { WorkIndex } from './work-index.ts';
import type { ChangedWork } from './indexed-work.ts';

/** A post in the index (null: not public) with its categories and the old slugs that redirect to it. */
export type PostIndexEntry = {
  id: number;
  post: IndexedPost | null;
  categoryIds: readonly number[];
  oldSlugs: readonly string[];
};
export type IndexedCategory = { id: number; name: string; slug: string; description: string | null };

const postColumns = {
  id: blogs.id,
  slug: blogs.slug,
  title: blogs.title,
  revision: blogs.revision,
  publishedAt: blogs.publishedAt,
  updatedAt: blogs.updatedAt,
  cover: sql<string>`coalesce(${uploads.url} || ' ' || ${uploads.alt}, '')`,
};

/**
 * All public posts in memory, oldest first, also by category: positions, neighbours and counts need no query, so that the
 * cost of a publish does not grow with the site. Only the publisher changes it, job by job; `load` reads everything again.
 */
export class PublicIndex {
  posts: IndexedPost[] = [];
  parts = new SitemapParts<IndexedPost>();
  categories: IndexedCategory[] = [];
  /** The works of the public shelf. */
  works = new WorkIndex();
  /** Grows with every change of the index. */
  version = 0;
  /** Paths that redirect: old addresses of public posts and of categories, and the ids of categories. */
  redirects = new Map<string, string>();
  /** Those that admins made, by their path. */
  ownRedirects = new Map<string, RedirectTarget>();
  /** Posts left out because their page cannot be rendered and was never live. */
  readonly excluded = new Set<number>();
  #categoryById = new Map<number, IndexedCategory>();
  #categoryBySlug = new Map<string, IndexedCategory>();
  #byCategory = new Map<number, IndexedPost[]>();
  #categoryIdsByPost = new Map<number, number[]>();
  #byId = new Map<number, IndexedPost>();
  #bySlug = new Map<string, IndexedPost>();
  #db: Database;
  /** Changes and copies are exclusive: between the queries of a change the index is incomplete. */
  readonly #queue = new PQueue({ concurrency: 1 });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads the whole index; `now` in UTC ms decides what is public. */
  load(now: number): Promise<void> {
    return this.#queue.add(async () => {
      await this.works.load(this.#db);
      await this.#load(now);
    });
  }

  /** Reads posts and categories again, without the works of the shelf. */
  loadPosts(now: number): Promise<void> {
    return this.#queue.add(() => this.#load(now));
  }

  /** Reads one work again and inserts or removes it. */
  reloadWork(id: number): Promise<ChangedWork> {
    return this.#queue.add(() => {
      this.version += 1;
      return this.works.reload(this.#db, id);
    });
  }

  /** Reads the redirects that admins made again. */
  reloadRedirects(): Promise<void> {
    return this.#queue.add(async () => {
      this.ownRedirects = await readRedirects(this.#db);
      this.version += 1;
    });
  }

  /** Undoes a `reloadWork`; a work that was not on the shelf before is excluded until it changes. */
  restoreWork(changed: ChangedWork): void {
    this.version += 1;
    this.works.restore(changed);
  }

  /** Removes a work from all lists until it changes. */
  excludeWork(id: number): void {
    this.version += 1;
    this.works.exclude(id);
  }

  async #load(now: number): Promise<void> {
    this.redirects = new Map();
    await this.#loadCategories();
    this.posts = (await readPosts(this.#db, now)).filter((post) => !this.excluded.has(post.id));
    this.parts = SitemapParts.from(this.posts);
    this.#byId = new Map(this.posts.map((post) => [post.id, post]));
    this.#bySlug = new Map(this.posts.map((post) => [post.slug, post]));
    this.#categoryIdsByPost = await readMembership(this.#db);
    this.#byCategory = new Map();
    for (const post of this.posts) {
      for (const id of this.getCategoryIds(post.id)) this.#getCategoryList(id).push(post);
    }
    const oldSlugs = await this.#db.orm
      .select({ slug: blogSlugs.slug, blogId: blogSlugs.blogId })
      .from(blogSlugs)
      .innerJoin(blogs, eq(blogs.id, blogSlugs.blogId))
      .where(ne(blogs.slug, blogSlugs.slug));
    for (const { slug, blogId } of oldSlugs) this.#addPostRedirect(slug, blogId);
    this.ownRedirects = await readRedirects(this.#db);
  }

  async #loadCategories(): Promise<void> {
    this.version += 1;
    const { id, name, slug, description } = categories;
    const rows = await this.#db.orm.select({ id, name, slug, description }).from(categories);
    this.categories = rows.sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id);
    this.#categoryById = new Map(this.categories.map((category) => [category.id, category]));
    this.#categoryBySlug = new Map(this.categories.map((category) => [category.slug, category]));
    const oldSlugs = await this.#db.orm
      .select({ from: categorySlugs.slug, to: categories.slug })
      .from(categorySlugs)
      .innerJoin(categories, eq(categories.id, categorySlugs.categoryId))
      .where(ne(categories.slug, categorySlugs.slug));
    for (const { from, to } of oldSlugs) this.redirects.set(toCategoryPath(from), toCategoryPath(to));
    for (const category of this.categories) {
      this.redirects.set(toCategoryPath(category.id), toCategoryPath(category.slug));
    }
  }

  /** Reads one post again and inserts or removes it. Returns its entry before and after. */
  reloadPost(id: number, now: number): Promise<{ before: IndexedPost | null; after: IndexedPost | null }> {
    return this.#queue.add(() => this.#reloadPost(id, now));
  }

  async #reloadPost(id: number, now: number): Promise<{ before: IndexedPost | null; after: IndexedPost | null }> {
    this.version += 1;
    const before = this.#byId.get(id) ?? null;
    this.#remove(id);
    const { categoryId, blogId, position } = blogCategories;
    const [[row], memberships, slugs] = await Promise.all([
      this.#db.orm
        .select(postColumns)
        .from(blogs)
        .leftJoin(uploads, eq(uploads.id, blogs.coverId))
        .where(and(eq(blogs.id, id), isPublicBlog(now))),
      this.#db.orm.select({ categoryId }).from(blogCategories).where(eq(blogId, id)).orderBy(asc(position)),
      this.#db.orm.select({ slug: blogSlugs.slug }).from(blogSlugs).where(eq(blogSlugs.blogId, id)),
    ]);
    if (!row || this.excluded.has(id)) return { before, after: null };
    const post = toIndexed(row);
    const categoryIds = memberships.map((membership) => membership.categoryId);
    this.#insertEntry({ id, post, categoryIds, oldSlugs: slugs.map(({ slug }) => slug) });
    return { before, after: post };
  }

  /** The present entry of a post, for `restoreEntry`. */
  snapshotEntry(id: number): PostIndexEntry {
    const post = this.#byId.get(id) ?? null;
    const path = post && toPostPath(post.slug);
    const oldSlugs = [...this.redirects]
      .filter(([, to]) => to === path)
      .map(([from]) => from.slice(toPostPath('').length));
    return { id, post, categoryIds: [...this.getCategoryIds(id)], oldSlugs };
  }

  /** Undoes a `reloadPost`; a post that was not in the index before is excluded until it changes. */
  restoreEntry(entry: PostIndexEntry): void {
    this.version += 1;
    this.#remove(entry.id);
    if (entry.post) this.#insertEntry(entry);
    else this.excluded.add(entry.id);
  }

  /** Removes a post from all lists until it changes. */
  exclude(id: number): void {
    this.version += 1;
    this.excluded.add(id);
    this.#remove(id);
  }

  /** A copy of the index with these entries in place of the present ones. */
  cloneWith(entries: readonly PostIndexEntry[]): Promise<PublicIndex> {
    return this.#queue.add(() => this.#cloneWith(entries));
  }

  #cloneWith(entries: readonly PostIndexEntry[]): PublicIndex {
    const copy = new PublicIndex(this.#db);
    copy.posts = [...this.posts];
    copy.parts = this.parts.clone();
    copy.categories = this.categories;
    copy.#categoryById = this.#categoryById;
    copy.#categoryBySlug = this.#categoryBySlug;
    copy.works = this.works;
    copy.version = this.version;
    copy.redirects = new Map(this.redirects);
    copy.ownRedirects = this.ownRedirects;
    copy.#byCategory = new Map([...this.#byCategory].map(([id, posts]) => [id, [...posts]]));
    copy.#categoryIdsByPost = new Map(this.#categoryIdsByPost);
    copy.#byId = new Map(this.#byId);
    copy.#bySlug = new Map(this.#bySlug);
    for (const { id } of entries) copy.#remove(id);
    for (const entry of entries) copy.#insertEntry(entry);
    return copy;
  }

  get(id: number): IndexedPost | null {
    return this.#byId.get(id) ?? null;
  }

  category(id: number): IndexedCategory | null {
    return this.#categoryById.get(id) ?? null;
  }

  getCategoryBySlug(slug: string): IndexedCategory | null {
    return this.#categoryBySlug.get(slug) ?? null;
  }

  getBySlug(slug: string): IndexedPost | null {
    return this.#bySlug.get(slug) ?? null;
  }

  getCategoryIds(id: number): number[] {
    return this.#categoryIdsByPost.get(id) ?? [];
  }

  /** The public posts of a category, or of all (null), oldest first. Not to be changed by the caller. */
  list(category: number | null): readonly IndexedPost[] {
    return category === null ? this.posts : (this.#byCategory.get(category) ?? []);
  }

  /** The posts before and after this one by date. */
  getAdjacent(post: IndexedPost): { previous: IndexedPost | null; next: IndexedPost | null } {
    const at = lowerBound(this.posts, post);
    return { previous: this.posts[at - 1] ?? null, next: this.posts[at + 1] ?? null };
  }

  #remove(id: number): void {
    const post = this.#byId.get(id);
    if (!post) return;
    removeSorted(this.posts, post);
    this.parts.remove(post);
    for (const category of this.getCategoryIds(id)) removeSorted(this.#getCategoryList(category), post);
    for (const [from, to] of this.redirects) if (to === toPostPath(post.slug)) this.redirects.delete(from);
    this.#byId.delete(id);
    this.#bySlug.delete(post.slug);
    this.#categoryIdsByPost.delete(id);
  }

  #insertEntry({ id, post, categoryIds, oldSlugs }: PostIndexEntry): void {
    if (!post) return;
    this.#byId.set(id, post);
    this.#bySlug.set(post.slug, post);
    this.#categoryIdsByPost.set(id, [...categoryIds]);
    insertSorted(this.posts, post);
    this.parts.insert(post);
    for (const category of categoryIds) insertSorted(this.#getCategoryList(category), post);
    for (const slug of oldSlugs) this.#addPostRedirect(slug, id);
  }

  #getCategoryList(category: number): IndexedPost[] {
    const list = this.#byCategory.get(category) ?? [];
    this.#byCategory.set(category, list);
    return list;
  }

  #addPostRedirect(slug: string, blogId: number | null): void {
    const post = blogId === null ? undefined : this.#byId.get(blogId);
    if (post && post.slug !== slug) this.redirects.set(toPostPath(slug), toPostPath(post.slug));
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toIndexed(row: Omit<IndexedPost, 'publishedAt'> & { publishedAt: number | null }): IndexedPost {
  return { ...row, publishedAt: row.publishedAt ?? 0 };
}
