/** What pages are made of. Pages reach it as `Astro.locals.content`; the server makes it from the database, a test from a fake. */

export type CategoryChip = { id: number; name: string };

/** A category of the sidebar with the number of its public posts. */
export type CategoryCount = CategoryChip & { slug: string; description: string | null; blog_count: number };

/** The categories that a sidebar shows, and how many there are in all. */
export type CategorySidebar = { categories: CategoryCount[]; total: number };

/** The cover of a post, in pixels; `avif` and `webp` are `srcset` values. */
export type PostCover = { url: string; width: number; height: number; alt: string; avif: string; webp: string };

/** A public post as lists show it. `description` is plain text; times are ISO 8601 in UTC. */
export type PostSummary = {
  id: number;
  slug: string;
  title: string;
  description: string;
  author_name: string;
  published_at: string;
  updated_at: string;
  reading_minutes: number;
  categories: CategoryChip[];
  /** Null: a cover is drawn. */
  cover: PostCover | null;
};

export type PostLink = { slug: string; title: string };

/** A post at the end of another one. */
export type RelatedPost = Pick<PostSummary, 'slug' | 'title' | 'published_at' | 'categories' | 'cover'>;

/** One heading of a post, for its table of contents; `id` is the anchor inside `content`. */
export type PostHeading = { id: string; text: string; level: 2 | 3 };

/** A public post. `content` is sanitised HTML whose h2 and h3 carry ids. `previous` is older, `next` is newer. */
export type Post = PostSummary & {
  content: string;
  headings: PostHeading[];
  previous: PostLink | null;
  next: PostLink | null;
  /** Of the same categories, at most three. */
  related: RelatedPost[];
};

/** One page of a list. Pages are numbered from the oldest (1); `page` null is the newest. `null` neighbours do not exist. */
export type PostPage = {
  posts: PostSummary[];
  page: number | null;
  newer: { page: number | null } | null;
  older: { page: number } | null;
};

export type SitemapEntry = { path: string; lastmod: string | null };

/**
 * Reads public content as of one instant. Only posts with status `published` and a `published_at` not after that
 * instant are ever returned. What depends on the clock limits how long the page stays true: the reader notes it.
 */
export type ContentReader = {
  home(): Promise<{ latest: PostSummary[]; news: PostSummary | null }>;
  blogPage(page: number | null): Promise<PostPage | null>;
  categoryPage(id: number, page: number | null): Promise<(PostPage & { category: CategoryCount }) | null>;
  /** The fullest categories, and `current` if it is given, by name. */
  sidebar(current?: number): Promise<CategorySidebar>;
  /** All categories by name, or null when the sidebar shows them all. */
  allCategories(): Promise<CategoryCount[] | null>;
  post(slug: string): Promise<Post | null>;
  /** The newest posts with their content, for the feeds. */
  feed(): Promise<Post[]>;
  /** The parts of the sitemap and when each last changed. */
  sitemapParts(): Promise<{ part: number; lastmod: string | null }[]>;
  sitemapPart(part: number): Promise<SitemapEntry[] | null>;
  /** Today. A page that reads it is rendered again when the day ends in the company's time zone. */
  today(): Date;
};
