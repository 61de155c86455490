import type { EditorView } from '@milkdown/kit/prose/view';
import { api, formatError } from '#src/lib/api-client.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';

/** How loading a card stands: not at all, under way, or why it failed. It is no part of the HTML. */
export type CardState = null | 'loading' | { error: string };

/**
 * Fills the cards with an address by what the server finds there: title, description, name of the site, and an image that is stored.
 * An undo takes the card back, not what was filled in.
 */
export async function loadPreview(view: EditorView, href: string): Promise<void> {
  const url = normalizeLinkUrl(href);
  if (!url) return;
  setOfCards(view, href, () => ({ state: 'loading' }));
  try {
    const {
      title,
      description,
      site_name,
      image,
      url: found,
    } = await api.post('/api/uploads/link-preview', {
      json: { url },
    });
    setOfCards(view, href, ({ text, name }) => {
      const isOwnText = text !== '' && text !== href && text !== url;
      const all = { state: null, image, href: found, text: isOwnText ? text : title || text };
      return name === 'bookmark' ? Object.assign(all, { description, note: site_name }) : all;
    });
  } catch (error) {
    setOfCards(view, href, () => ({ state: { error: formatError(error) } }));
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
