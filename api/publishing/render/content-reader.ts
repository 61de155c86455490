import type { BlogCover } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { toIso } from '#api/clock.ts';
import { toPublicAuthorName } from '#api/domain/author-name.ts';
import { parseImageUrl } from '#api/domain/image-variants.ts';
import { hasAllCategories, getCategorySidebar, toCategoryCount } from '#api/publishing/index/category-counts.ts';
import type {
  CategoryChip,
  CategoryCount,
  CategorySidebar,
  ContentReader,
  Post,
  PostAuthor,
  PostCover,
  PostMeta,
  PostPage,
  PostSummary,
  RelatedPost,
  TagChip,
} from '#api/domain/content.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { getEndOfDay } from '#api/domain/local-time.ts';
import { getTimeZone } from '#api/publishing/plan/planned-page.ts';
import { getAdjacentPages, getPageSlice } from '#api/publishing/plan/list-pages.ts';
import { addHeadingAnchors, estimateReadingMinutes } from './heading-anchors.ts';
import { toImageSrcsets, addResponsiveImages } from './responsive-images.ts';
import { createPostLoader, type PostLoader } from './post-loader.ts';
import type { PostPrefetcher } from './post-prefetcher.ts';
import type { PostRow, PostSummaryRow } from './post-rows.ts';
import { listRelatedPosts } from '#api/publishing/index/related-posts.ts';
import type { IndexedAuthor, PostList, PublicIndex } from '#api/publishing/index/public-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { createCardReader } from './card-reader.ts';
import { createDocumentReader } from './document-reader.ts';
import { createShelfReader } from './shelf-reader.ts';
import { getSitemapPart, listSitemapParts } from '#api/publishing/plan/sitemap.ts';

export const HOME_POST_COUNT = 3;
export const NEWS_CANDIDATES = 3;
export const NEWS_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
export const FEED_POST_COUNT = 20;

/** Dependencies of a page: the posts (and works, as negative ids) that it shows, and when (UTC ms) it expires. */
export type PageDependencies = {
  postIds: Set<number>;
  validUntil: number | null;
  /** A post that it shows was saved after the index was read: its own job is waiting, and other pages show the version before. */
  isAhead: boolean;
};

export const createPageDependencies = (): PageDependencies => ({
  postIds: new Set(),
  validUntil: null,
  isAhead: false,
});

/** A post with the related rows that its page shows. */
export type PostWithGroups = { row: PostRow; categories: CategoryChip[]; tags: TagChip[]; authors: IndexedAuthor[] };

type Source = {
  db: Database;
  index: PublicIndex;
  now: number;
  site: SiteContent;
  listedPaths: readonly string[];
  /** A draft whose page is read instead of the published post. */
  draft?: PostWithGroups;
  /** Shared by pages that are rendered together. */
  loader?: PostLoader | undefined;
  /** Rows of posts whose own pages are rendered one after the other. */
  prefetcher?: PostPrefetcher | undefined;
};

/** Content reader of one page at `now` (UTC ms); records the dependencies of the page. */
export function createContentReader(source: Source, dependencies: PageDependencies): ContentReader {
  const { index, now } = source;
  const loader = source.loader ?? createPostLoader(source);
  const refreshCards = createCardReader({ ...source, loader }, dependencies);
  const limitValidity = (expiresAt: number) => {
    dependencies.validUntil = Math.min(dependencies.validUntil ?? expiresAt, expiresAt);
  };

  const compareWithIndex = (ids: readonly number[], rows: readonly PostSummaryRow[]) => {
    const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
    if (ids.some((id) => index.get(id)?.revision !== revisions.get(id))) dependencies.isAhead = true;
  };

  const getCategories = (id: number): CategoryChip[] =>
    index.getCategoryIds(id).flatMap((category) => index.category(category) ?? []);

  const getTags = (id: number): TagChip[] =>
    index.groups.tag.getIds(id).flatMap((tag) => index.groups.tag.get(tag) ?? []);

  const getAuthors = (id: number): IndexedAuthor[] =>
    index.groups.author.getIds(id).flatMap((author) => index.groups.author.get(author) ?? []);

  const loadCovers = (rows: readonly PostSummaryRow[]) => loader.listCovers(rows.map((row) => row.coverId));
  const loadImages = (rows: readonly PostRow[]) =>
    loader.listCovers(rows.flatMap((row) => [row.coverId, row.socialImageId]));

  async function listSummaries(posts: readonly IndexedPost[]): Promise<PostSummary[]> {
    const ids = posts.map((post) => post.id);
    for (const id of ids) dependencies.postIds.add(id);
    const rows = await loader.listSummaries(ids);
    compareWithIndex(ids, rows);
    const covers = await loadCovers(rows);
    return rows.map((row) => toPostSummary(row, getCategories(row.id), covers));
  }

  async function findPost(slug: string): Promise<PostWithGroups | null> {
    const post = index.getBySlug(slug);
    if (!post) return null;
    const row = source.prefetcher ? await source.prefetcher.get(post) : (await loader.listPosts([post.id]))[0];
    compareWithIndex([post.id], row ? [row] : []);
    return row ? { row, categories: getCategories(row.id), tags: getTags(row.id), authors: getAuthors(row.id) } : null;
  }

  async function readPage(from: PostList, number: number | null): Promise<PostPage | null> {
    const list = index.listPosts(from);
    const slice = getPageSlice(list.length, number);
    if (!slice) return null;
    const posts = await listSummaries(list.slice(slice.start, slice.end).reverse());
    return { posts, page: number, ...getAdjacentPages(list.length, number) };
  }

  async function listFeedPosts(posts: readonly IndexedPost[]): Promise<Post[]> {
    const ids = posts
      .slice(-FEED_POST_COUNT)
      .reverse()
      .map((post) => post.id);
    for (const id of ids) dependencies.postIds.add(id);
    const rows = await loader.listPosts(ids);
    compareWithIndex(ids, rows);
    const images = await loadImages(rows);
    const contents = await Promise.all(rows.map(({ content }) => refreshCards(content)));
    return rows.map((row, at) => ({
      ...toPostSummary(row, getCategories(row.id), images),
      content: contents[at] ?? '',
      tags: getTags(row.id),
      authors: getAuthors(row.id).map(toPostAuthor),
      meta: toPostMeta(row, images),
      headings: [],
      previous: null,
      next: null,
      related: [],
    }));
  }

  /** The sidebar with the category of the page in its place by name, also when it is not among the fullest. */
  function createSidebar(current?: string): CategorySidebar {
    const { categories, total } = getCategorySidebar(index);
    const ownCategory = current === undefined ? null : index.getCategoryBySlug(current);
    if (!ownCategory || categories.some(({ id }) => id === ownCategory.id)) return { categories, total };
    const positions = new Map(index.categories.map(({ id }, at) => [id, at]));
    const getPosition = ({ id }: CategoryCount) => positions.get(id) ?? 0;
    return {
      categories: [...categories, toCategoryCount(index, ownCategory)].sort((a, b) => getPosition(a) - getPosition(b)),
      total,
    };
  }

  return {
    site: source.site,
    async home() {
      const latest = await listSummaries(index.posts.slice(-HOME_POST_COUNT).reverse());
      const news = findNewestNews(index);
      const validUntil = news && news.publishedAt + NEWS_MAX_AGE_MS;
      if (!news || !validUntil || now > validUntil) return { latest, news: null };
      limitValidity(validUntil + 1);
      return { latest, news: (await listSummaries([news]))[0] ?? null };
    },
    blogPage: (number) => readPage(null, number),
    async categoryPage(slug, number) {
      const category = index.getCategoryBySlug(slug);
      const page = category && (await readPage({ kind: 'category', id: category.id }, number));
      return page && { ...page, category: toCategoryCount(index, category) };
    },
    async tagPage(slug, number) {
      const tag = index.groups.tag.findUsed(slug);
      const page = tag && (await readPage({ kind: 'tag', id: tag.id }, number));
      return page && { ...page, tag };
    },
    async tagFeed(slug) {
      const tag = index.groups.tag.findUsed(slug);
      return tag && { tag, posts: await listFeedPosts(index.groups.tag.list(tag.id)) };
    },
    async authorPage(slug, number) {
      const author = index.groups.author.findUsed(slug);
      const page = author && (await readPage({ kind: 'author', id: author.id }, number));
      return page && { ...page, author: toPostAuthor(author) };
    },
    async authorFeed(slug) {
      const author = index.groups.author.findUsed(slug);
      if (!author) return null;
      return { author: toPostAuthor(author), posts: await listFeedPosts(index.groups.author.list(author.id)) };
    },
    sidebar: async (current) => createSidebar(current),
    allCategories: async () =>
      hasAllCategories(index) ? index.categories.map((category) => toCategoryCount(index, category)) : null,
    async post(slug) {
      const content = source.draft?.row.slug === slug ? source.draft : await findPost(slug);
      const post = content && index.get(content.row.id);
      if (!content || !post) return null;
      const { previous, next } = index.getAdjacent(post);
      const related = listRelatedPosts(index, post);
      for (const shown of [post, previous, next, ...related]) if (shown) dependencies.postIds.add(shown.id);
      const images = await loadImages([content.row]);
      return {
        ...toPostSummary(content.row, content.categories, images),
        meta: toPostMeta(content.row, images),
        ...addHeadingAnchors(addResponsiveImages(await refreshCards(content.row.content))),
        tags: content.tags,
        authors: content.authors.map(toPostAuthor),
        previous: previous && { slug: previous.slug, title: previous.title },
        next: next && { slug: next.slug, title: next.title },
        related: related.map((each) => toRelatedPost(each, getCategories(each.id))),
      };
    },
    feed: () => listFeedPosts(index.posts),
    ...createDocumentReader(source, { dependencies, refreshCards }),
    sitemapParts: async () => listSitemapParts(source),
    shelf: createShelfReader(source, dependencies.postIds),
    sitemapPart: async (part) => getSitemapPart(source, part),
    today() {
      limitValidity(getEndOfDay(now, getTimeZone(source)));
      return new Date(now);
    },
  };
}

/** The newest post of a category that is called news, if it is among the three that are considered. */
export function findNewestNews(index: PublicIndex): IndexedPost | null {
  const lists = index.categories
    .filter(isNewsCategory)
    .map((category) => index.list(category.id).slice(-NEWS_CANDIDATES));
  const newestFirst = lists.flat().sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id);
  return newestFirst[0] ?? null;
}

function isNewsCategory({ name }: { name: string }): boolean {
  return ['news', 'news & updates'].includes(name.trim().toLowerCase());
}

function toPostSummary(
  row: PostSummaryRow,
  categories: CategoryChip[],
  covers: ReadonlyMap<number, BlogCover>,
): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    author_name: toPublicAuthorName(row.authorName),
    published_at: toIso(row.publishedAt ?? row.createdAt),
    updated_at: toIso(row.updatedAt),
    reading_minutes: estimateReadingMinutes(row.wordCount),
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })),
    cover: toPostCover(covers.get(row.coverId ?? 0)),
  };
}

function toPostAuthor({ image, ...author }: IndexedAuthor): PostAuthor {
  const [url = '', ...alt] = image.split(' ');
  const size = parseImageUrl(url);
  return {
    ...author,
    image: size && { url, width: size.width, height: size.height, alt: alt.join(' '), ...toImageSrcsets(size) },
  };
}

const toPostMeta = (row: PostRow, images: ReadonlyMap<number, BlogCover>): PostMeta => ({
  title: row.metaTitle,
  description: row.metaDescription,
  canonical: row.canonicalUrl,
  image: toPostCover(images.get(row.socialImageId ?? 0)),
});

/** From the index alone: the name of a stored image says its size, so no query is needed. */
function toRelatedPost(post: IndexedPost, categories: CategoryChip[]): RelatedPost {
  const [url = ''] = post.cover.split(' ', 1);
  const image = parseImageUrl(url);
  return {
    slug: post.slug,
    title: post.title,
    published_at: toIso(post.publishedAt),
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })),
    cover: image && { url, width: image.width, height: image.height, alt: '', ...toImageSrcsets(image) },
  };
}

function toPostCover(cover: BlogCover | undefined): PostCover | null {
  const image = cover && parseImageUrl(cover.url);
  return image ? { ...cover, ...toImageSrcsets(image) } : null;
}
