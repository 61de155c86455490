import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import type { Database } from '#db/client.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import {
  authors,
  authorSlugs,
  blogAuthors,
  blogCategories,
  blogSlugs,
  blogs,
  blogTags,
  categories,
  categorySlugs,
  tags,
  tagSlugs,
  uploads,
} from '#db/schema/index.ts';
import { listCardPaths } from '#api/domain/bookmarks.ts';
import type { RedirectTarget } from '#api/domain/redirects.ts';
import { type IndexedPost, insertSorted, lowerBound, removeSorted } from './indexed-post.ts';
import { DocumentIndex, readDocumentIndex } from './document-index.ts';
import { SitemapParts } from './sitemap-parts.ts';
import { readMembership, readPosts, readRedirects } from './public-index-rows.ts';
import { type PostGroup, PostGroups } from './post-groups.ts';
import { toAuthorPath, toCategoryPath, toPostPath, toTagPath } from './paths.ts';
import { WorkIndex } from './work-index.ts';
import type { ChangedWork } from './indexed-work.ts';

/** A post in the index (null: not public) with its categories, tags and authors, and the old slugs that redirect to it. */
export type PostIndexEntry = {
  id: number;
  post: IndexedPost | null;
  categoryIds: readonly number[];
  tagIds: readonly number[];
  authorIds: readonly number[];
  oldSlugs: readonly string[];
};
export type IndexedCategory = PostGroup & { description: string | null };
/** `image` is its address and what it shows, empty for none. */
export type IndexedAuthor = PostGroup & { bio: string; links: string[]; image: string };
/** A list of posts: all of them (null), or those of a category, tag or author. */
export type PostList = { kind: 'category' | 'tag' | 'author'; id: number } | null;

/** Groups that have pages only as long as a public post has them. */
export const USED_GROUPS = ['tag', 'author'] as const;
const GROUP_PATHS = { tag: toTagPath, author: toAuthorPath };

const authorColumns = {
  id: authors.id,
  name: authors.name,
  slug: authors.slug,
  bio: authors.bio,
  links: authors.links,
  image: sql<string>`coalesce((SELECT url || ' ' || alt FROM uploads AS image WHERE image.id = ${authors.imageId}), '')`,
};

const postColumns = {
  id: blogs.id,
  slug: blogs.slug,
  title: blogs.title,
  revision: blogs.revision,
  publishedAt: blogs.publishedAt,
  updatedAt: blogs.updatedAt,
  cover: sql<string>`coalesce(${uploads.url} || ' ' || ${uploads.alt}, '')`,
  socialImage: sql<string>`coalesce((SELECT url FROM uploads AS social WHERE social.id = ${blogs.socialImageId}), '')`,
  isElsewhere: sql<number>`${blogs.canonicalUrl} IS NOT NULL`,
  content: blogs.content,
};

/** Authors in this order; those that there are not are left out. */
export async function listIndexedAuthors(db: Database, ids: readonly number[]): Promise<IndexedAuthor[]> {
  const rows = await db.orm
    .select(authorColumns)
    .from(authors)
    .where(inArray(authors.id, [...ids]));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/**
 * All public posts in memory, oldest first, also by category, tag and author: positions, neighbours and counts need no query, so that the
 * cost of a publish does not grow with the site. Only the publisher changes it, job by job; `load` reads everything again.
 */
export class PublicIndex {
  posts: IndexedPost[] = [];
  parts = new SitemapParts<IndexedPost>();
  /** A tag and an author that were made since the last load are there once a public post has them. */
  groups = {
    category: new PostGroups<IndexedCategory>(),
    tag: new PostGroups<PostGroup>(),
    author: new PostGroups<IndexedAuthor>(),
  };
  /** The works of the public shelf. */
  works = new WorkIndex();
  /** What everyone may read of the documentation. */
  documents = new DocumentIndex();
  /** Grows with every change of the index. */
  version = 0;
  /** Paths that redirect: old addresses of public posts and of categories, and the ids of categories. */
  redirects = new Map<string, string>();
  /** Those that admins made, by their path. */
  ownRedirects = new Map<string, RedirectTarget>();
  /** Posts left out because their page cannot be rendered and was never live. */
  readonly excluded = new Set<number>();
  /** The tags and authors of old slugs. */
  #oldSlugs = { tag: new Map<string, number>(), author: new Map<string, number>() };
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
      this.documents = await readDocumentIndex(this.#db);
      await this.#load(now);
    });
  }

  /** Reads posts, categories, tags and authors again, without the works of the shelf. */
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

  /** Reads the public documentation again. */
  reloadDocuments(): Promise<void> {
    return this.#queue.add(async () => {
      this.documents = await readDocumentIndex(this.#db);
      this.version += 1;
    });
  }

  /** Undoes a `reloadDocuments`. */
  restoreDocuments(before: DocumentIndex): void {
    this.documents = before;
    this.version += 1;
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
    await this.#loadTags();
    await this.#loadAuthors();
    this.posts = (await readPosts(this.#db, now)).filter((post) => !this.excluded.has(post.id));
    this.parts = SitemapParts.from(this.posts);
    this.#byId = new Map(this.posts.map((post) => [post.id, post]));
    this.#bySlug = new Map(this.posts.map((post) => [post.slug, post]));
    this.groups.category.setPosts(this.posts, await readMembership(this.#db, 'category'));
    this.groups.tag.setPosts(this.posts, await readMembership(this.#db, 'tag'));
    this.groups.author.setPosts(this.posts, await readMembership(this.#db, 'author'));
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
    this.groups.category.setAll(rows);
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

  async #loadTags(): Promise<void> {
    const { id, name, slug } = tags;
    this.groups.tag.setAll(await this.#db.orm.select({ id, name, slug }).from(tags));
    const oldSlugs = await this.#db.orm
      .select({ slug: tagSlugs.slug, id })
      .from(tagSlugs)
      .innerJoin(tags, eq(id, tagSlugs.tagId))
      .where(ne(slug, tagSlugs.slug));
    this.#oldSlugs.tag = new Map(oldSlugs.map((old) => [old.slug, old.id]));
  }

  async #loadAuthors(): Promise<void> {
    this.groups.author.setAll(await this.#db.orm.select(authorColumns).from(authors));
    const oldSlugs = await this.#db.orm
      .select({ slug: authorSlugs.slug, id: authors.id })
      .from(authorSlugs)
      .innerJoin(authors, eq(authors.id, authorSlugs.authorId))
      .where(ne(authors.slug, authorSlugs.slug));
    this.#oldSlugs.author = new Map(oldSlugs.map((old) => [old.slug, old.id]));
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
    const [[row], memberships, postTags, postAuthors, slugs] = await Promise.all([
      this.#db.orm
        .select(postColumns)
        .from(blogs)
        .leftJoin(uploads, eq(uploads.id, blogs.coverId))
        .where(and(eq(blogs.id, id), isPublicBlog(now))),
      this.#db.orm.select({ categoryId }).from(blogCategories).where(eq(blogId, id)).orderBy(asc(position)),
      this.#db.orm
        .select({ id: tags.id, name: tags.name, slug: tags.slug })
        .from(blogTags)
        .innerJoin(tags, eq(tags.id, blogTags.tagId))
        .where(eq(blogTags.blogId, id))
        .orderBy(asc(blogTags.position)),
      this.#db.orm
        .select(authorColumns)
        .from(blogAuthors)
        .innerJoin(authors, eq(authors.id, blogAuthors.authorId))
        .where(eq(blogAuthors.blogId, id))
        .orderBy(asc(blogAuthors.position)),
      this.#db.orm.select({ slug: blogSlugs.slug }).from(blogSlugs).where(eq(blogSlugs.blogId, id)),
    ]);
    if (!row || this.excluded.has(id)) return { before, after: null };
    const post = toIndexed(row);
    const categoryIds = memberships.map((membership) => membership.categoryId);
    // New tags and authors have no publish of their own.
    this.groups.tag.merge(postTags);
    this.groups.author.merge(postAuthors);
    const tagIds = postTags.map((tag) => tag.id);
    const authorIds = postAuthors.map((author) => author.id);
    this.#insertEntry({ id, post, categoryIds, tagIds, authorIds, oldSlugs: slugs.map(({ slug }) => slug) });
    return { before, after: post };
  }

  /** The present entry of a post, for `restoreEntry`. */
  snapshotEntry(id: number): PostIndexEntry {
    const post = this.#byId.get(id) ?? null;
    const path = post && toPostPath(post.slug);
    const oldSlugs = [...this.redirects]
      .filter(([, to]) => to === path)
      .map(([from]) => from.slice(toPostPath('').length));
    const { category, tag, author } = this.groups;
    return {
      id,
      post,
      categoryIds: [...category.getIds(id)],
      tagIds: [...tag.getIds(id)],
      authorIds: [...author.getIds(id)],
      oldSlugs,
    };
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
    return this.#queue.add(async () => {
      const copy = this.#cloneWith(entries);
      await copy.#loadUnknownGroups(entries);
      return copy;
    });
  }

  /** Of tags and authors that no public post has had: what they are called. */
  async #loadUnknownGroups(entries: readonly PostIndexEntry[]): Promise<void> {
    const { tag, author } = this.groups;
    const tagIds = entries.flatMap((entry) => entry.tagIds).filter((id) => !tag.get(id));
    const authorIds = entries.flatMap((entry) => entry.authorIds).filter((id) => !author.get(id));
    const { id, name, slug } = tags;
    if (tagIds.length > 0)
      tag.merge(await this.#db.orm.select({ id, name, slug }).from(tags).where(inArray(id, tagIds)));
    if (authorIds.length > 0) author.merge(await listIndexedAuthors(this.#db, authorIds));
  }

  #cloneWith(entries: readonly PostIndexEntry[]): PublicIndex {
    const copy = new PublicIndex(this.#db);
    copy.posts = [...this.posts];
    copy.parts = this.parts.clone();
    const { category, tag, author } = this.groups;
    copy.groups = { category: category.clone(), tag: tag.clone(), author: author.clone() };
    copy.#oldSlugs = this.#oldSlugs;
    copy.works = this.works;
    copy.documents = this.documents;
    copy.version = this.version;
    copy.redirects = new Map(this.redirects);
    copy.ownRedirects = this.ownRedirects;
    copy.#byId = new Map(this.#byId);
    copy.#bySlug = new Map(this.#bySlug);
    for (const { id } of entries) copy.#remove(id);
    for (const entry of entries) copy.#insertEntry(entry);
    return copy;
  }

  get(id: number): IndexedPost | null {
    return this.#byId.get(id) ?? null;
  }

  /** All of them, by name. */
  get categories(): readonly IndexedCategory[] {
    return this.groups.category.all;
  }

  category(id: number): IndexedCategory | null {
    return this.groups.category.get(id);
  }

  getCategoryBySlug(slug: string): IndexedCategory | null {
    return this.groups.category.getBySlug(slug);
  }

  /** Old addresses of tags and authors that have a page, with the present ones. */
  listGroupRedirects(): [from: string, to: string][] {
    return USED_GROUPS.flatMap((kind) =>
      [...this.#oldSlugs[kind]].flatMap(([from, id]): [string, string][] => {
        const group = this.groups[kind].list(id).length > 0 ? this.groups[kind].get(id) : null;
        return group ? [[GROUP_PATHS[kind](from), GROUP_PATHS[kind](group.slug)]] : [];
      }),
    );
  }

  getBySlug(slug: string): IndexedPost | null {
    return this.#bySlug.get(slug) ?? null;
  }

  getCategoryIds(id: number): number[] {
    return this.groups.category.getIds(id);
  }

  /** The public posts of a category, oldest first. Not to be changed by the caller. */
  list(category: number): readonly IndexedPost[] {
    return this.groups.category.list(category);
  }

  /** The public posts of a list, oldest first. Not to be changed by the caller. */
  listPosts(list: PostList): readonly IndexedPost[] {
    return list === null ? this.posts : this.groups[list.kind].list(list.id);
  }

  /** The lists that a post is in. */
  getLists(id: number): PostList[] {
    const kinds = ['category', ...USED_GROUPS] as const;
    return [null, ...kinds.flatMap((kind) => this.groups[kind].getIds(id).map((each) => ({ kind, id: each })))];
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
    this.groups.category.remove(post);
    this.groups.tag.remove(post);
    this.groups.author.remove(post);
    for (const [from, to] of this.redirects) if (to === toPostPath(post.slug)) this.redirects.delete(from);
    this.#byId.delete(id);
    this.#bySlug.delete(post.slug);
  }

  #insertEntry({ id, post, categoryIds, tagIds, authorIds, oldSlugs }: PostIndexEntry): void {
    if (!post) return;
    this.#byId.set(id, post);
    this.#bySlug.set(post.slug, post);
    insertSorted(this.posts, post);
    this.parts.insert(post);
    this.groups.category.insert(post, categoryIds);
    this.groups.tag.insert(post, tagIds);
    this.groups.author.insert(post, authorIds);
    for (const slug of oldSlugs) this.#addPostRedirect(slug, id);
  }

  #addPostRedirect(slug: string, blogId: number | null): void {
    const post = blogId === null ? undefined : this.#byId.get(blogId);
    if (post && post.slug !== slug) this.redirects.set(toPostPath(slug), toPostPath(post.slug));
  }
}

type IndexRow = Omit<IndexedPost, 'publishedAt' | 'isElsewhere' | 'cards'> & {
  publishedAt: number | null;
  isElsewhere: number;
  content: string;
};

const toIndexed = ({ content, ...row }: IndexRow): IndexedPost => ({
  ...row,
  publishedAt: row.publishedAt ?? 0,
  isElsewhere: row.isElsewhere === 1,
  cards: listCardPaths(content),
});
