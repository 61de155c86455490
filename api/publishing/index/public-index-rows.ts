import type { RedirectStatus, RedirectTarget } from '#api/domain/redirects.ts';
import { listCardPaths } from '#api/domain/bookmarks.ts';
import type { Database } from '#db/client.ts';
import { readRowsByKeyset } from '#db/queries/keyset-rows.ts';
import type { IndexedPost } from './indexed-post.ts';

/** Most posts have none. */
const NO_CARDS: readonly string[] = [];

/** All public posts, oldest first. In parts: thousands of rows at once would stay in memory as garbage. */
export async function readPosts(db: Database, now: number): Promise<IndexedPost[]> {
  const cards = await readCards(db, 'blogs');
  const posts: IndexedPost[] = [];
  const sql = `SELECT blogs.id, slug, title, revision, published_at, updated_at, coalesce(url || ' ' || alt, ''),
      coalesce((SELECT url FROM uploads AS social WHERE social.id = social_image_id), ''), canonical_url IS NOT NULL
    FROM blogs LEFT JOIN uploads ON uploads.id = blogs.cover_id
    WHERE status = 'published' AND published_at <= max(:now, updated_at) AND (published_at, blogs.id) > (:after, :id)
    ORDER BY published_at, blogs.id`;
  const nextCursor = () => {
    const last = posts.at(-1);
    return { now, after: last?.publishedAt ?? Number.MIN_SAFE_INTEGER, id: last?.id ?? 0 };
  };
  for await (const row of readRowsByKeyset(db, sql, nextCursor)) {
    const [id, slug, title, revision, publishedAt, updatedAt, cover, socialImage, isElsewhere] = row;
    posts.push({
      id: Number(id),
      slug: String(slug),
      title: String(title),
      revision: Number(revision),
      publishedAt: Number(publishedAt),
      updatedAt: Number(updatedAt),
      cover: String(cover),
      socialImage: String(socialImage),
      isElsewhere: isElsewhere === 1,
      cards: cards.get(Number(id)) ?? NO_CARDS,
    });
  }
  return posts;
}

/**
 * The paths of this site that cards in posts or documents lead to, by the ids of those that have any: by an index that holds these alone.
 * The condition is that of the index.
 */
export async function readCards(db: Database, table: 'blogs' | 'documents'): Promise<Map<number, readonly string[]>> {
  const cards = new Map<number, readonly string[]>();
  let last = 0;
  const sql = `SELECT id, content FROM ${table} INDEXED BY ${table}_with_cards
    WHERE instr(content, 'data-block="bookmark"') > 0 AND id > :last ORDER BY id`;
  for await (const [id, content] of readRowsByKeyset(db, sql, () => ({ last }))) {
    last = Number(id);
    const paths = listCardPaths(String(content));
    if (paths.length > 0) cards.set(last, paths);
  }
  return cards;
}

const MEMBERSHIP_TABLES = {
  category: { table: 'blog_categories', column: 'category_id' },
  tag: { table: 'blog_tags', column: 'tag_id' },
  author: { table: 'blog_authors', column: 'author_id' },
} as const;

/** The categories, tags or authors of every post in their order. */
export async function readMembership(
  db: Database,
  kind: keyof typeof MEMBERSHIP_TABLES,
): Promise<Map<number, number[]>> {
  const idsByPost = new Map<number, number[]>();
  const { table, column } = MEMBERSHIP_TABLES[kind];
  let last = { blogId: 0, position: 0, groupId: 0 };
  const sql = `SELECT blog_id, position, ${column} FROM ${table}
    WHERE (blog_id, position, ${column}) > (:blogId, :position, :groupId) ORDER BY blog_id, position, ${column}`;
  for await (const [blog, position, group] of readRowsByKeyset(db, sql, () => last)) {
    last = { blogId: Number(blog), position: Number(position), groupId: Number(group) };
    const existing = idsByPost.get(last.blogId);
    if (existing) existing.push(last.groupId);
    else idsByPost.set(last.blogId, [last.groupId]);
  }
  return idsByPost;
}

/** The redirects that admins made, by their path. */
export async function readRedirects(db: Database): Promise<Map<string, RedirectTarget>> {
  const redirects = new Map<string, RedirectTarget>();
  let last = '';
  const sql = `SELECT from_path, to_address, status FROM redirects WHERE from_path > :last ORDER BY from_path`;
  for await (const [from, to, status] of readRowsByKeyset(db, sql, () => ({ last }))) {
    last = String(from);
    redirects.set(last, { to: String(to), status: Number(status) as RedirectStatus });
  }
  return redirects;
}
