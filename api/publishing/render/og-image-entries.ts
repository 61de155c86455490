import { inArray } from 'drizzle-orm';
import { categoriesOfBlogs } from '#db/queries/blog-categories.ts';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import { type SharePicture, sharePictureOf } from '#api/domain/og-image.ts';
import type { Entry, Manifest } from '#api/releases/manifest.ts';
import type { ChangedPost } from '#api/publishing/plan/immediate-lane.ts';
import { cardInputs, type PlanContext } from '#api/publishing/plan/page-plan.ts';
import type { IndexedPost } from '#api/publishing/index/public-index.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Makes the picture that goes out with a shared link: a PNG that is drawn, or a JPEG that is cut out of the cover. */
export type CardMaker = {
  render(card: { title: string; eyebrow: string; byline: string }): Promise<Buffer>;
  /** Null when the cover is not to be had. */
  cut(picture: SharePicture): Promise<Buffer | null>;
  close(): Promise<void>;
};

const DEFAULT_CARD = '/og.png';
const PENDING = 'pending';

/** The cover as the index knows it begins with its address. */
const shareOf = (post: IndexedPost) => sharePictureOf(post.slug, post.cover.split(' ', 1)[0] || null);
export const cardPath = (post: IndexedPost) => shareOf(post).path;
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
    const old = before ? manifest.get(cardPath(before)) : undefined;
    if (old && old.path !== (after && cardPath(after))) removed.push(old.path);
    if (!after || manifest.get(cardPath(after))) continue;
    const source = old ?? (standIn && { ...standIn, inputs: PENDING });
    if (source) entries.push({ ...source, path: cardPath(after), shows: [after.id], validUntil: null });
  }
  return { changed: entries, removed };
}

/** Posts whose card is missing or out of date, newest first. */
export function pendingCards(context: PlanContext, manifest: Manifest): IndexedPost[] {
  const isCurrent = (post: IndexedPost) => manifest.get(cardPath(post))?.inputs === cardInputs(context, post);
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
    const share = shareOf(post);
    const cut = share.cover && (await tools.cards.cut(share));
    const picture = cut ?? (await tools.cards.render({ title: row.title, eyebrow, byline: row.authorName }));
    const contentType = cut ? 'image/jpeg' : 'image/png';
    const hash = await tools.store.put(picture, contentType, { durable: false });
    bytes += picture.length;
    changed.push(cardEntry(post, { hash, contentType, inputs: cardInputs(context, post) }));
  }
  return { changed, bytes };
}

function cardEntry(post: IndexedPost, made: Pick<Entry, 'hash' | 'contentType' | 'inputs'>): Entry {
  return {
    ...made,
    path: cardPath(post),
    status: 200,
    location: null,
    policy: null,
    shows: [post.id],
    validUntil: null,
  };
}
