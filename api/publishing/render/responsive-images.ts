import { type StoredImage, type ImageFormat, parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';

/** How wide the text of a post is, in pixels; --measure of the style sheet. */
const TEXT_WIDTH = 640;
/** Of figures that are wider than the text, or that hold several images side by side. */
const LAYOUT_WIDTHS: Record<string, number> = { wide: 736, full: 1216, gallery: 320 };
const VIEWPORT_WIDTH = 'calc(100vw - 2.25rem)';
/** An image within this many characters of HTML is on the first screen, so it is not loaded lazily. */
const EAGER_OFFSET = 800;

/** The `srcset` values of an image; `avif` is empty for an animated one. */
export type ImageSrcsets = Record<ImageFormat, string>;

export function toImageSrcsets(image: StoredImage): ImageSrcsets {
  return { avif: toSrcset(image, 'avif'), webp: toSrcset(image, 'webp') };
}

/**
 * Adds all stored sizes and formats, and the dimensions, to images of this site in sanitised content,
 * so that nothing moves when they load. Other images stay unchanged.
 */
export function addResponsiveImages(html: string): string {
  let maxWidth = TEXT_WIDTH;
  return html.replace(/<img\s[^<>]*>|<figure[^<>]*>|<\/figure>/g, (tag: string, at: number) => {
    if (!tag.startsWith('<img')) {
      maxWidth = LAYOUT_WIDTHS[/data-layout="([a-z]+)"/.exec(tag)?.[1] ?? ''] ?? TEXT_WIDTH;
      return tag;
    }
    const { src = '', ...attributes } = parseAttributes(tag);
    const image = parseImageUrl(src);
    return image ? renderPictureElement(image, { src, ...attributes }, maxWidth, at > EAGER_OFFSET) : tag;
  });
}

function renderPictureElement(
  image: StoredImage,
  attributes: Record<string, string>,
  maxWidth: number,
  isLazy: boolean,
): string {
  const { width, height } = resolveImageSize(image, attributes);
  const isStretched = maxWidth > TEXT_WIDTH;
  const sizes = `min(${isStretched ? maxWidth : Math.min(width, maxWidth)}px, ${isStretched ? '100vw' : VIEWPORT_WIDTH})`;
  const { avif, webp } = toImageSrcsets(image);
  const imgAttributes = [
    `src="${attributes.src}"`,
    `srcset="${webp}" sizes="${sizes}"`,
    `alt="${attributes.alt ?? ''}"`,
    ...(attributes.title ? [`title="${attributes.title}"`] : []),
    `width="${width}" height="${height}"`,
    ...(isLazy ? ['loading="lazy"'] : []),
    'decoding="async"',
  ].join(' ');
  const source = avif && `<source type="image/avif" srcset="${avif}" sizes="${sizes}">`;
  return `<picture>${source}<img ${imgAttributes}></picture>`;
}

/** The size that the author set, if it is valid; else the size of the file. */
function resolveImageSize(image: StoredImage, attributes: Record<string, string>): { width: number; height: number } {
  const isSize = (text: string | undefined) => /^[1-9]\d{0,4}$/.test(text ?? '');
  if (!isSize(attributes.width)) return image;
  const width = Number(attributes.width);
  return {
    width,
    height: isSize(attributes.height) ? Number(attributes.height) : Math.round((width * image.height) / image.width),
  };
}

/** The attributes with their entities: the sanitiser leaves no bare quote, '<' or '>' in them. */
function parseAttributes(tag: string): Record<string, string> {
  return Object.fromEntries(Array.from(tag.matchAll(/\s([a-z]+)="([^"]*)"/g), ([, name, value]) => [name, value]));
}
