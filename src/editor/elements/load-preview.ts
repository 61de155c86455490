import type { LinkPreviewJson } from '#api/features/uploads/uploads.contract.ts';
import type { EditorView } from '@milkdown/kit/prose/view';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { getSitePath } from '#src/editor/link/describe-link.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';

/** How loading a card stands: not at all, under way, or why it failed, and whether readers see it all the same. It is no part of the HTML. */
export type CardState = null | 'loading' | { error: string; isShown: boolean };

/** What there is at an address of this site now; null where nothing is published. */
export type PresentCard = LinkPreviewJson | null;

/** What is known of addresses of this site, in each editor. */
const presentCards = new WeakMap<EditorView, Map<string, PresentCard>>();

function keepPresentCard(view: EditorView, href: string, card: PresentCard): void {
  const known = presentCards.get(view) ?? new Map<string, PresentCard>();
  presentCards.set(view, known.set(href, card));
}

/** Whether readers see in the card of a post, document or page what that says by then, whatever this text has stored. */
export const isFollowed = (view: EditorView, href: string): boolean =>
  /^\/(blogs|documents)\/[^/]+$/.test(getSitePath(href) ?? '') || presentCards.get(view)?.has(href) === true;

/** What readers see in a card of this site now; undefined for other addresses, and where that can’t be found out. */
export async function readPresentCard(view: EditorView, href: string): Promise<PresentCard | undefined> {
  if (getSitePath(href) === null) return undefined;
  const known = presentCards.get(view)?.get(href);
  if (known !== undefined) return known;
  try {
    const card = await api.post('/api/uploads/link-preview', { json: { url: href } });
    keepPresentCard(view, href, card);
    return card;
  } catch (error) {
    if (!isNothing(error)) return undefined;
    keepPresentCard(view, href, null);
    return null;
  }
}

/** Nothing of this site is at the address. */
const isNothing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Fills the cards with an address by what the server finds there: title, description, name of the site, and an image that is stored.
 * An undo takes the card back, not what was filled in.
 */
export async function loadPreview(view: EditorView, href: string): Promise<void> {
  const url = normalizeLinkUrl(href);
  if (!url) return;
  setOfCards(view, href, () => ({ state: 'loading' }));
  try {
    const card = await api.post('/api/uploads/link-preview', { json: { url } });
    const { title, description, site_name, image, url: found } = card;
    if (getSitePath(found) !== null) keepPresentCard(view, found, card);
    setOfCards(view, href, ({ text, name }) => {
      const isOwnText = text !== '' && text !== href && text !== url;
      const all = { state: null, image, href: found, text: isOwnText ? text : title || text };
      return name === 'bookmark' ? Object.assign(all, { description, note: site_name }) : all;
    });
  } catch (error) {
    setOfCards(view, href, () => ({ state: { error: formatError(error), isShown: !isNothing(error) } }));
  }
}

type Change = (card: { name: string; text: string }) => Record<string, unknown>;

function setOfCards(view: EditorView, href: string, change: Change): void {
  // Closed meanwhile.
  if (view.isDestroyed) return;
  const { tr, doc } = view.state;
  doc.descendants((node, pos) => {
    const { name } = node.type;
    if ((name === 'bookmark' || name === 'embed') && node.attrs.href === href)
      // An attribute by itself, so that the card stays selected.
      for (const [key, value] of Object.entries(change({ name, text: node.attrs.text })))
        tr.setNodeAttribute(pos, key, value);
    return !node.isTextblock;
  });
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}
