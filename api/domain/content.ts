import type { SiteContent } from './site-content.ts';
import type { PublicationFormat } from './publication-states.ts';

/** What pages are made of. Pages reach it as `Astro.locals.content`; the server makes it from the database, a test from a fake. */

export type CategoryChip = { id: number; name: string; slug: string };

export type TagChip = CategoryChip;

/** A person whose name stands at posts; `bio` is plain text. */
export type PostAuthor = CategoryChip & { bio: string; links: string[]; image: PostCover | null };

/** A category of the sidebar with the number of its public posts. */
export type CategoryCount = CategoryChip & { description: string | null; blog_count: number };

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

/** What search engines and shared links get instead of title, description, own address and cover; null is those. */
export type PostMeta = {
  title: string | null;
  description: string | null;
  canonical: string | null;
  image: PostCover | null;
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
  tags: TagChip[];
  /** Empty: only `author_name` is known. */
  authors: PostAuthor[];
  meta: PostMeta;
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

/** A work of the public shelf as lists show it; texts are plain. */
export type WorkSummary = {
  id: number;
  slug: string;
  title: string;
  author_name: string;
  description: string;
  /** Top-level. */
  category: CategoryChip;
  subcategory: CategoryChip | null;
  published_at: string;
  updated_at: string;
};

/** A work at the end of another one. */
export type WorkLink = Pick<WorkSummary, 'slug' | 'title' | 'author_name' | 'category' | 'subcategory'>;

/** A work of the public shelf, in the version that is on it. */
export type Work = WorkSummary & {
  author_bio: string | null;
  version: number;
  /** Where it can be read; every address is https. */
  formats: { format: PublicationFormat; url: string }[];
  /** Of the same category, at most four. */
  related: WorkLink[];
};

/** One page of the shelf; numbered as those of posts. */
export type WorkPage = Omit<PostPage, 'posts'> & {
  works: WorkSummary[];
  /** The works of the list in all, on its newest page. */
  total: number | null;
  /** The categories that the page links to: the top-level ones, or those of its category. */
  categories: CategoryChip[];
};

/** One page of a category of the shelf; `parent` is null for a top-level one. */
export type WorkCategoryPage = WorkPage & { category: CategoryChip; parent: CategoryChip | null };

/** Reads the public shelf: works in the version that is on it. */
export type ShelfReader = {
  page(page: number | null): Promise<WorkPage | null>;
  categoryPage(slug: string, page: number | null): Promise<WorkCategoryPage | null>;
  /** A work, or that it was withdrawn; null when there never was one at this address. */
  work(slug: string): Promise<Work | 'withdrawn' | null>;
  /** The newest works, for the feeds. */
  feed(): Promise<WorkSummary[]>;
};

export type DocumentLink = { slug: string; title: string };

/** A section with the documents that everyone may read; null for those outside of any. */
export type DocumentSection = { name: string | null; documents: DocumentLink[] };

/** The public documents of a product, or those of none. */
export type ProductDocumentation = { product_id: number | null; product: string | null; sections: DocumentSection[] };

/** A document that everyone may read. `content` is as that of a post; `text` is the same without markup. */
export type PublicDocument = DocumentLink & {
  id: number;
  content: string;
  text: string;
  headings: PostHeading[];
  updated_at: string;
  section: string | null;
  documentation: ProductDocumentation;
  previous: DocumentLink | null;
  next: DocumentLink | null;
};

export type SitemapPartLink = { part: string; lastmod: string | null };
export type SitemapEntry = { path: string; lastmod: string | null };

/**
 * Reads public content as of one instant. Only posts with status `published` and a `published_at` not after that
 * instant are ever returned. What depends on the clock limits how long the page stays true: the reader notes it.
 */
export type ContentReader = {
  /** What the owner says about the company. */
  site: SiteContent;
  home(): Promise<{ latest: PostSummary[]; news: PostSummary | null }>;
  blogPage(page: number | null): Promise<PostPage | null>;
  categoryPage(slug: string, page: number | null): Promise<(PostPage & { category: CategoryCount }) | null>;
  /** Null for a tag that no public post has. */
  tagPage(slug: string, page: number | null): Promise<(PostPage & { tag: TagChip }) | null>;
  /** The newest posts of a tag with their content. */
  tagFeed(slug: string): Promise<{ tag: TagChip; posts: Post[] } | null>;
  /** Null for an author of no public post. */
  authorPage(slug: string, page: number | null): Promise<(PostPage & { author: PostAuthor }) | null>;
  authorFeed(slug: string): Promise<{ author: PostAuthor; posts: Post[] } | null>;
  /** The fullest categories, and the one with the slug `current` if it is given, by name. */
  sidebar(current?: string): Promise<CategorySidebar>;
  /** All categories by name, or null when the sidebar shows them all. */
  allCategories(): Promise<CategoryCount[] | null>;
  post(slug: string): Promise<Post | null>;
  /** The newest posts with their content, for the feeds. */
  feed(): Promise<Post[]>;
  /** Null for a document that not everyone may read. */
  document(slug: string): Promise<PublicDocument | null>;
  /** All documents that everyone may read, by product and section. */
  documentation(): Promise<ProductDocumentation[]>;
  /** The parts of the sitemap and when each last changed. */
  sitemapParts(): Promise<SitemapPartLink[]>;
  sitemapPart(part: string): Promise<SitemapEntry[] | null>;
  shelf: ShelfReader;
  /** Today. A page that reads it is rendered again when the day ends in the company's time zone. */
  today(): Date;
};
