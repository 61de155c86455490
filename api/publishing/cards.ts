import { inArray } from 'drizzle-orm';
import { categoriesOfBlogs } from '#db/blog-categories.ts';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import type { Entry, Manifest } from '../site/manifest.ts';
import type { ChangedPost } from './at-once.ts';
import { cardInputs, type PlanContext } from './pages.ts';
import type { IndexedPost } from './public-index.ts';
import type { ObjectStore } from './store.ts';

/** Draws the picture that goes out with a shared link: 1200 x 630 PNG. */
export type CardMaker = {
  render(card: { title: string; eyebrow: string; byline: string }): Promise<Buffer>;
  close(): Promise<void>;
};

const DEFAULT_CARD = '/og.png';
const PENDING = 'pending';
const CARD_TYPE = 'image/png';

export const cardPath = (slug: string) => `/og/${slug}.png`;
/** Cards are no pages: `planCards` alone says what becomes of them. */
export const isCard = (path: string) => path.startsWith('/og/');

/** Until its own card is drawn, a new post answers with the default one; a renamed post keeps its card. */
export function planCards(
  manifest: Pick<Manifest, 'get'>,
  changed: readonly ChangedPost[],
): { changed: Entry[]; removed: string[] } {
  const entries: Entry[] = [];
  const removed: string[] = [];
  const standIn = manifest.get(DEFAULT_CARD);
  for (const { before, after } of changed) {
    const old = before ? manifest.get(cardPath(before.slug)) : undefined;
    if (before && before.slug !== after?.slug && old) removed.push(old.path);
    if (!after || manifest.get(cardPath(after.slug))) continue;
    const source = old ?? (standIn && { ...standIn, inputs: PENDING });
    if (source) entries.push({ ...source, path: cardPath(after.slug), shows: [after.id], validUntil: null });
  }
  return { changed: entries, removed };
}

/** Posts whose card is missing or out of date, newest first. */
export function pendingCards(context: PlanContext, manifest: Manifest): IndexedPost[] {
  const isCurrent = (post: IndexedPost) => manifest.get(cardPath(post.slug))?.inputs === cardInputs(context, post);
  return context.index.posts.filter((post) => !isCurrent(post)).reverse();
}

/** Draws the cards of a few posts. */
export async function drawCards(
  tools: { db: Database; store: ObjectStore; cards: CardMaker },
  context: PlanContext,
  posts: readonly IndexedPost[],
): Promise<{ changed: Entry[]; bytes: number }> {
  const ids = posts.map((post) => post.id);
  const { id, title, authorName } = blogs;
  const rows = await tools.db.query.select({ id, title, authorName }).from(blogs).where(inArray(id, ids));
  const categories = await categoriesOfBlogs(tools.db, ids);
  const changed: Entry[] = [];
  let bytes = 0;
  for (const post of posts) {
    const row = rows.find((candidate) => candidate.id === post.id);
    if (!row) continue;
    const eyebrow = categories.get(post.id)?.[0]?.name ?? 'Story';
    const picture = await tools.cards.render({ title: row.title, eyebrow, byline: row.authorName });
    const hash = await tools.store.put(picture, CARD_TYPE, { durable: false });
    bytes += picture.length;
    changed.push(cardEntry(post, hash, cardInputs(context, post)));
  }
  return { changed, bytes };
}

function cardEntry(post: IndexedPost, hash: string, inputs: string): Entry {
  return {
    path: cardPath(post.slug),
    status: 200,
    hash,
    location: null,
    contentType: CARD_TYPE,
    policy: null,
    inputs,
    shows: [post.id],
    validUntil: null,
  };
}
