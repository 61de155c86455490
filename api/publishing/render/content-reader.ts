import { and, getTableColumns, inArray } from 'drizzle-orm';
import { type CoverOfBlog, coversByUpload } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { isPublic } from '#db/queries/public-blogs.ts';
import { blogs } from '#db/schema/index.ts';
import { toIso } from '#api/clock.ts';
import { pictureOf } from '#api/domain/image-variants.ts';
import { hasAllCategories, sidebarOf, toCategoryCount } from '#api/publishing/index/category-counts.ts';
import type {
  CategoryCount,
  CategorySidebar,
  ContentReader,
  Post,
  PostCover,
  PostPage,
  PostSummary,
} from '#api/domain/content.ts';
import { endOfDay } from '#api/publishing/plan/local-day.ts';
import { neighboursOfPage, sliceOfPage } from '#api/publishing/plan/list-pages.ts';
import { anchorHeadings, readingMinutes } from './heading-anchors.ts';
import { srcsetsOf, withPictures } from './responsive-images.ts';
import type { PostShelf } from './post-prefetcher.ts';
import type { IndexedPost, PublicIndex } from '#api/publishing/index/public-index.ts';
import { sitemapPart, sitemapParts } from '#api/publishing/plan/sitemap.ts';

export const LATEST_ON_HOME = 3;
export const NEWS_CONSIDERED = 3;
export const NEWS_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
export const FEED_LENGTH = 20;

const { content: _content, contentText: _text, isDescriptionOwn: _own, ...summaryColumns } = getTableColumns(blogs);
const postColumns = { ...summaryColumns, content: blogs.content };
/** Everything that is shown of one post. */
export type PostRow = Pick<typeof blogs.$inferSelect, keyof typeof postColumns>;

/** What reading told about the page: which posts it shows, and until when (UTC ms) it is true. */
export type Notes = { shows: Set<number>; validUntil: number | null };

export function createNotes(): Notes {
  return { shows: new Set(), validUntil: null };
}

/** A post with what is shown of it from elsewhere. */
export type FoundPost = { row: PostRow; chips: Chip[] };

type Source = {
  db: Database;
  index: PublicIndex;
  now: number;
  timeZone: string;
  fixedPaths: readonly string[];
  /** A post as it may become: its page is read from here instead. */
  draft?: FoundPost;
  /** Where pages of posts take their rows from; else each is read by itself. */
  shelf?: PostShelf;
};

/** Reads content for one page as of `now` (UTC ms), and notes what the page depends on. */
export function createContentReader(source: Source, notes: Notes): ContentReader {
  const { db, index, now } = source;
  const limitValidity = (until: number) => {
    notes.validUntil = Math.min(notes.validUntil ?? until, until);
  };

  const chipsOf = (id: number): Chip[] => index.categoryIdsOf(id).flatMap((category) => index.category(category) ?? []);

  const coversOf = (rows: readonly SummaryRow[]) =>
    coversByUpload(
      db,
      rows.map((row) => row.coverId),
    );

  async function summaries(posts: readonly IndexedPost[]): Promise<PostSummary[]> {
    const ids = posts.map((post) => post.id);
    for (const id of ids) notes.shows.add(id);
    const rows = await db.query
      .select(summaryColumns)
      .from(blogs)
      .where(and(inArray(blogs.id, ids), isPublic(now)));
    const covers = await coversOf(rows);
    return inOrder(ids, rows).map((row) => toSummary(row, chipsOf(row.id), covers));
  }

  async function findPost(slug: string): Promise<FoundPost | null> {
    const post = index.bySlug(slug);
    if (!post) return null;
    const row = source.shelf ? await source.shelf.take(post) : (await readPublicPosts(db, [post.id], now))[0];
    return row ? { row, chips: chipsOf(row.id) } : null;
  }

  async function page(category: number | null, number: number | null): Promise<PostPage | null> {
    const list = index.list(category);
    const slice = sliceOfPage(list.length, number);
    if (!slice) return null;
    const posts = await summaries(list.slice(slice.start, slice.end).reverse());
    return { posts, page: number, ...neighboursOfPage(list.length, number) };
  }

  /** The sidebar with the category of the page in its place by name, also when it is not among the fullest. */
  function sidebar(current?: number): CategorySidebar {
    const { categories, total } = sidebarOf(index);
    const own = current === undefined ? null : index.category(current);
    if (!own || categories.some(({ id }) => id === own.id)) return { categories, total };
    const place = new Map(index.categories.map(({ id }, at) => [id, at]));
    const placeOf = ({ id }: CategoryCount) => place.get(id) ?? 0;
    return { categories: [...categories, toCategoryCount(index, own)].sort((a, b) => placeOf(a) - placeOf(b)), total };
  }

  return {
    async home() {
      const latest = await summaries(index.posts.slice(-LATEST_ON_HOME).reverse());
      const item = newestNews(index);
      if (!item) return { latest, news: null };
      const validUntil = item.publishedAt + NEWS_MAX_AGE_MS;
      if (now > validUntil) return { latest, news: null };
      limitValidity(validUntil + 1);
      return { latest, news: (await summaries([item]))[0] ?? null };
    },
    blogPage: (number) => page(null, number),
    async categoryPage(id, number) {
      const category = index.category(id);
      const found = category && (await page(id, number));
      return found ? { ...found, category: toCategoryCount(index, category) } : null;
    },
    sidebar: async (current) => sidebar(current),
    allCategories: async () =>
      hasAllCategories(index) ? index.categories.map((category) => toCategoryCount(index, category)) : null,
    async post(slug) {
      const found = source.draft?.row.slug === slug ? source.draft : await findPost(slug);
      const post = found && index.get(found.row.id);
      if (!found || !post) return null;
      const { previous, next } = index.neighbours(post);
      for (const shown of [post, previous, next]) if (shown) notes.shows.add(shown.id);
      return {
        ...toSummary(found.row, found.chips, await coversOf([found.row])),
        ...anchorHeadings(withPictures(found.row.content)),
        previous: previous && { slug: previous.slug, title: previous.title },
        next: next && { slug: next.slug, title: next.title },
      };
    },
    async feed() {
      const ids = index.posts
        .slice(-FEED_LENGTH)
        .reverse()
        .map((post) => post.id);
      for (const id of ids) notes.shows.add(id);
      const rows = await readPublicPosts(db, ids, now);
      const covers = await coversOf(rows);
      return inOrder(ids, rows).map((row): Post => {
        const summary = toSummary(row, chipsOf(row.id), covers);
        return { ...summary, content: row.content, headings: [], previous: null, next: null };
      });
    },
    sitemapParts: async () => sitemapParts(index),
    sitemapPart: async (part) => sitemapPart(index, part, source.fixedPaths),
    today() {
      limitValidity(endOfDay(now, source.timeZone));
      return new Date(now);
    },
  };
}

/** The rows of those of these posts that are public at `now` (UTC ms), in any order. */
export function readPublicPosts(db: Database, ids: readonly number[], now: number): Promise<PostRow[]> {
  return db.query
    .select(postColumns)
    .from(blogs)
    .where(and(inArray(blogs.id, [...ids]), isPublic(now)));
}

/** The newest post of a category that is called news, if it is among the three that are considered. */
export function newestNews(index: PublicIndex): IndexedPost | null {
  const lists = index.categories
    .filter(isNewsCategory)
    .map((category) => index.list(category.id).slice(-NEWS_CONSIDERED));
  const newestFirst = lists.flat().sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id);
  return newestFirst[0] ?? null;
}

function isNewsCategory({ name }: { name: string }): boolean {
  return ['news', 'news & updates'].includes(name.trim().toLowerCase());
}

type Chip = { id: number; name: string };
type SummaryRow = Pick<typeof blogs.$inferSelect, keyof typeof summaryColumns>;

/** Rows in the order of the ids; an id without a row is left out. */
function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toSummary(row: SummaryRow, categories: Chip[], covers: ReadonlyMap<number, CoverOfBlog>): PostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    author_name: row.authorName,
    published_at: toIso(row.publishedAt ?? row.createdAt),
    updated_at: toIso(row.updatedAt),
    reading_minutes: readingMinutes(row.wordCount),
    categories: categories.map(({ id, name }) => ({ id, name })),
    cover: toCover(covers.get(row.coverId ?? 0)),
  };
}

function toCover(cover: CoverOfBlog | undefined): PostCover | null {
  const picture = cover && pictureOf(cover.url);
  return picture ? { ...cover, ...srcsetsOf(picture) } : null;
}
