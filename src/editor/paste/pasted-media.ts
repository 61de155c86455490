import { formatImageLink } from '#api/domain/content-html.ts';
import { readLinkHref } from '#src/editor/link-url.ts';

/** Uploads and covers of this site. */
export const isOwnMedia = (src: string | null) => src !== null && /^\/(uploads|pictures)\//.test(src);

/** An image of another site, and the link that stands in the text for it. */
export type LinkedImage = { src: string; alt: string; href: string; text: string };

/** What is to be uploaded of what was pasted: at once, or once that is asked for. */
export type PastedImages = { files: File[]; linked: LinkedImage[] };

/** Images of this site stay; embedded ones are uploaded; others become links, because pages cannot show them. */
export function cleanImage(image: HTMLElement, { files, linked }: PastedImages): void {
  const src = image.getAttribute('src') ?? '';
  const alt = image.getAttribute('alt') ?? '';
  if (isOwnMedia(src)) return;
  const file = parseDataUrl(src, files.length + 1);
  const address = /^https?:\/\//i.test(src) && !/emoji/i.test(image.className) ? readLinkHref(src) : null;
  if (file) files.push(file);
  if (file || !address) {
    image.replaceWith(file ? '' : alt);
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', address);
  link.textContent = formatImageLink(address, alt).replace(/\s+/g, ' ');
  const around = image.closest('a[href]');
  const href = readLinkHref(around?.getAttribute('href') ?? address) ?? address;
  linked.push({ src: address, alt: alt.trim(), href, text: link.textContent });
  const isNextToWords = /\S$/.test(image.previousSibling?.textContent ?? '');
  if (around) image.replaceWith(isNextToWords ? ` ${link.textContent}` : link.textContent);
  else image.replaceWith(link);
}

export function cleanVideo(video: HTMLElement): void {
  if (!isOwnMedia(video.getAttribute('src'))) video.remove();
}

const DATA_IMAGE = /^data:(image\/(?:png|jpeg|gif|webp|svg\+xml))(;[^,]*)?,(.*)$/is;

/** A picture that is written out in its own address. */
function parseDataUrl(src: string, number: number): File | null {
  const [, type, options = '', data = ''] = DATA_IMAGE.exec(src) ?? [];
  if (!type) return null;
  try {
    const bytes = /;base64/i.test(options)
      ? Uint8Array.from(atob(decodeURIComponent(data)), (character) => character.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data));
    return new File([bytes], `pasted-${number}.${/\/(\w+)/.exec(type)?.[1]}`, { type });
  } catch {
    return null; // the data does not match its declared type
  }
}
