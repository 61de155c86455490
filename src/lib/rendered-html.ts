import { CONTENT_ELEMENTS, toStoredAttributes } from '#api/domain/content-elements.ts';
import type { Attributes, StoredAttributes } from '#api/domain/content-html.ts';

// What pages add to stored content (api/domain/complete-for-page.ts, api/adapters/code), as an allow-list for the browser: an element has none or one of
// these classes as a whole, and beside what is stored only these attributes.

const words = (text: string) => text.split(' ');

const CLASSES: Record<string, readonly string[]> = {
  span: words(
    'k-comment k-keyword k-string k-name k-value k-inserted k-deleted code-title code-language bookmark-text bookmark-title bookmark-words bookmark-site file-title file-icon embed-icon',
  ),
  div: ['code', 'code-head', 'table-scroll'],
  button: ['code-copy no-print'],
  a: ['bookmark', 'file-card', 'embed-play no-print'],
  img: ['bookmark-image', 'embed-poster'],
  figure: ['embed embed-video', 'embed embed-audio', 'embed embed-post', 'file-card'],
  figcaption: ['embed-line', 'file-caption'],
};

const ATTRIBUTES: Record<string, readonly string[]> = {
  div: ['role', 'aria-label', 'tabindex'],
  button: ['type', 'data-copy-code'],
  a: ['download', 'target', 'aria-label'],
  img: ['sizes'],
  audio: ['src', 'controls', 'preload', 'aria-label'],
  aside: ['role'],
  pre: ['tabindex'],
};

/** The attributes of an element that was rendered by the server; null where it doesn’t stay as an element. */
export function toRenderedAttributes(name: string, attributes: Attributes): StoredAttributes | null {
  const stored = toStoredAttributes(name, attributes);
  const className = CLASSES[name]?.find((each) => each === attributes.class);
  const isAdded = name === 'audio' || name === 'span' || className !== undefined;
  if (stored === null && (CONTENT_ELEMENTS.has(name) || !isAdded)) return null;
  const added = (ATTRIBUTES[name] ?? []).flatMap((each) => {
    const value = attributes[each];
    return typeof value === 'string' ? [[each, value]] : [];
  });
  return { ...stored, ...(className !== undefined && { class: className }), ...Object.fromEntries(added) };
}
