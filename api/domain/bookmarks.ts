import { escapeHtml } from './escape-html.ts';

/** A bookmark as it is stored: its image, the start of its link with the address, title, description and site. */
export const BOOKMARK =
  /<p data-block="bookmark"(?: data-image="([^"]*)")?>(<a href="([^"]*)"[^>]*>)([^<]*)<\/a>(?:<br \/>([^<]*))?(?:<br \/><em>([^<]*)<\/em>)?<\/p>/g;

/** What a card says of a page of this site; all of it is plain text. */
export type Card = { path: string; title: string; description: string; image: string | null };

/** Characters of a document, which has no description, on a card. */
export const CARD_EXCERPT_LENGTH = 155;

const OWN_ADDRESS = /^(\/(?!\/)[^?#]*)(.*)$/;

/** The paths of this site that the cards of a text lead to, each once. */
export const listCardPaths = (content: string): string[] => [
  ...new Set([...content.matchAll(BOOKMARK)].flatMap(([, , , href = '']) => OWN_ADDRESS.exec(href)?.[1] ?? [])),
];

/**
 * Content whose cards of pages of this site say what these are now. Where nothing is found (null) the card goes, and where it isn’t known
 * (undefined) it stays as it is stored.
 */
export const replaceCards = (content: string, find: (path: string) => Card | null | undefined): string =>
  content.replaceAll(BOOKMARK, (stored, _image, _link, href: string) => {
    const [, path, place = ''] = OWN_ADDRESS.exec(href) ?? [];
    const card = path === undefined ? undefined : find(path);
    if (card === undefined) return stored;
    return card === null ? '' : writeBookmark(card, place);
  });

function writeBookmark({ path, title, description, image }: Card, place: string): string {
  const attribute = image === null ? '' : ` data-image="${escapeHtml(image)}"`;
  const link = `<a href="${escapeHtml(path)}${place}" rel="noopener noreferrer">${escapeHtml(title)}</a>`;
  const words = description === '' ? '' : `<br />${escapeHtml(description)}`;
  return `<p data-block="bookmark"${attribute}>${link}${words}</p>`;
}
