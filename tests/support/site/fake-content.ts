import type { CategoryCount, ContentReader, Post, PostPage, PostSummary, ShelfReader } from '#api/domain/content.ts';
import { demoContent } from './demo-content.ts';
import { fakeArticle, fakeArticleHeadings } from './fake-article.ts';

export const fakeCategories: CategoryCount[] = [
  { id: 1, name: 'News & Updates', slug: 'news-updates', description: 'What changed, and why.', blog_count: 1 },
  { id: 2, name: 'Writing', slug: 'writing', description: 'The craft of long work.', blog_count: 3 },
  { id: 3, name: 'Tax & Money', slug: 'tax-money', description: null, blog_count: 2 },
  { id: 4, name: 'Behind the Tools', slug: 'behind-the-tools', description: 'How we build.', blog_count: 1 },
  { id: 5, name: 'Teaching', slug: 'teaching', description: null, blog_count: 0 },
];

const titles: [slug: string, title: string, description: string, categories: number[]][] = [
  [
    'chapters-before-sentences',
    'Chapters before sentences',
    'A book is decided in its outline, long before the first good line is written. Here is how we plan one in an afternoon and keep the plan honest for the months that follow.',
    [2],
  ],
  [
    'a-quieter-tax-year',
    'A quieter tax year, one receipt at a time',
    'Five minutes a week is enough to make March an ordinary month. What to keep, what to throw away, and what to write on the back.',
    [3, 1],
  ],
  [
    'early-access-opens',
    'Early access opens in August',
    'The waiting list moves for the first time. Who is invited first, what is ready, and what is not.',
    [1],
  ],
  [
    'tables-that-survive-a-phone',
    'Tables that survive a phone',
    'Numbers deserve to be compared. Notes from rebuilding every table on this site for a screen as wide as a hand.',
    [4],
  ],
  ['second-drafts', 'The second draft is the book', 'Nobody reads your first draft, including you.', [2]],
  [
    'gst-without-dread',
    'GST without dread',
    'A plain walk through a return, with the three boxes that people get wrong.',
    [3],
  ],
  ['untagged', 'Notes from the harbour', 'A short note that belongs to no category.', []],
  ['reading-your-work-aloud', 'Reading your work aloud', 'The cheapest editor there is, and the least polite.', [2]],
];

const DAY_MS = 86_400_000;
const NEWEST = Date.UTC(2026, 10, 18, 20, 30);
const PAGE_SIZE = 3;

const toCategory = (id: number) => {
  const category = fakeCategories.find((each) => each.id === id);
  if (!category) throw new Error(`no fake category ${id}`);
  return { id, name: category.name, slug: category.slug };
};

export const fakePosts: PostSummary[] = titles.map(([slug, title, description, categories], index) => ({
  id: titles.length - index,
  slug,
  title,
  description,
  author_name: index % 2 ? 'Aroha Ngata' : 'Tom Fairweather',
  published_at: new Date(NEWEST - index * 9 * DAY_MS).toISOString(),
  updated_at: new Date(NEWEST - index * 9 * DAY_MS).toISOString(),
  reading_minutes: 3 + (index % 6),
  categories: categories.map(toCategory),
  cover: null,
}));

/** List pages numbered from the oldest, as in the real reader; the newest page (`null`) has the remaining posts. */
function toPostPage(posts: PostSummary[], page: number | null): PostPage | null {
  const last = Math.max(1, Math.floor(posts.length / PAGE_SIZE));
  const at = page ?? last;
  if (page !== null && (page < 1 || page >= last)) return null;
  const end = posts.length - (at - 1) * PAGE_SIZE;
  const start = at === last ? 0 : end - PAGE_SIZE;
  const newer = page === null ? null : { page: at + 1 === last ? null : at + 1 };
  return { posts: posts.slice(start, end), page, newer, older: at > 1 ? { page: at - 1 } : null };
}

function toPost(index: number): Post | null {
  const summary = fakePosts[index];
  if (!summary) return null;
  const link = (post: PostSummary | undefined) => (post ? { slug: post.slug, title: post.title } : null);
  return {
    ...summary,
    content: fakeArticle,
    headings: fakeArticleHeadings,
    tags: [],
    authors: [],
    meta: { title: null, description: null, canonical: null, image: null },
    previous: link(fakePosts[index + 1]),
    next: link(fakePosts[index - 1]),
    related: fakePosts.slice(index + 2, index + 5),
  };
}

const emptyShelf: ShelfReader = {
  page: async () => ({ works: [], page: null, total: 0, categories: [], newer: null, older: null }),
  categoryPage: async () => null,
  work: async () => null,
  feed: async () => [],
};

/** A content reader over fixed posts; `overrides` replaces methods. */
export function createFakeContent(overrides: Partial<ContentReader> = {}): ContentReader {
  return {
    site: demoContent,
    home: async () => ({ latest: fakePosts.slice(0, 3), news: fakePosts[2] ?? null }),
    blogPage: async (page) => toPostPage(fakePosts, page),
    tagPage: async () => null,
    tagFeed: async () => null,
    authorPage: async () => null,
    authorFeed: async () => null,
    categoryPage: async (slug, page) => {
      const category = fakeCategories.find((each) => each.slug === slug);
      const posts = fakePosts.filter((post) => post.categories.some((each) => each.slug === slug));
      const postPage = toPostPage(posts, page);
      return category && postPage ? { ...postPage, category } : null;
    },
    sidebar: async () => ({ categories: fakeCategories, total: fakeCategories.length }),
    allCategories: async () => null,
    post: async (slug) => toPost(fakePosts.findIndex((post) => post.slug === slug)),
    feed: async () => fakePosts.map((_, index) => toPost(index)).filter((post) => post !== null),
    document: async () => null,
    documentation: async () => [],
    sitemapParts: async () => [{ part: '1', lastmod: fakePosts[0]?.updated_at ?? null }],
    sitemapPart: async (part) =>
      part === '1' ? fakePosts.map((post) => ({ path: `/blogs/${post.slug}`, lastmod: post.updated_at })) : null,
    shelf: emptyShelf,
    today: () => new Date(NEWEST + 2 * DAY_MS),
    ...overrides,
  };
}
