import { type StoredImage, type ImageFormat, parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';

/** How wide the text of a post is, in pixels; --measure of the style sheet. */
const TEXT_WIDTH = 640;
const VIEWPORT_WIDTH = 'calc(100vw - 2.25rem)';
/** A picture that begins this near to the top, in characters of HTML, is on the first screen: it is not put off. */
const EAGER_OFFSET = 800;

/** What the elements of a picture say of its sizes; `avif` is empty for one that moves. */
export type ImageSrcsets = Record<ImageFormat, string>;

export function toImageSrcsets(picture: StoredImage): ImageSrcsets {
  return { avif: toSrcset(picture, 'avif'), webp: toSrcset(picture, 'webp') };
}

/**
 * Gives our own pictures in sanitised content all the sizes and formats that they are kept in, and a size of their own,
 * so that nothing moves when they come. Pictures from elsewhere stay as they are.
 */
export function addResponsiveImages(html: string): string {
  return html.replace(/<img\s[^>]*>/g, (tag: string, at: number) => {
    const { src = '', ...attributes } = parseAttributes(tag);
    const picture = parseImageUrl(src);
    return picture ? renderPictureElement(picture, { src, ...attributes }, at > EAGER_OFFSET) : tag;
  });
}

function renderPictureElement(picture: StoredImage, attributes: Record<string, string>, isLazy: boolean): string {
  const { width, height } = resolveImageSize(picture, attributes);
  const sizes = `min(${Math.min(width, TEXT_WIDTH)}px, ${VIEWPORT_WIDTH})`;
  const { avif, webp } = toImageSrcsets(picture);
  const image = [
    `src="${attributes.src}"`,
    `srcset="${webp}" sizes="${sizes}"`,
    `alt="${attributes.alt ?? ''}"`,
    ...(attributes.title ? [`title="${attributes.title}"`] : []),
    `width="${width}" height="${height}"`,
    ...(isLazy ? ['loading="lazy"'] : []),
    'decoding="async"',
  ].join(' ');
  const source = avif && `<source type="image/avif" srcset="${avif}" sizes="${sizes}">`;
  return `<picture>${source}<img ${image}></picture>`;
}

/** As the author made it, if that is a size at all; else as it is. */
function resolveImageSize(picture: StoredImage, attributes: Record<string, string>): { width: number; height: number } {
  const isSize = (text: string | undefined) => /^[1-9]\d{0,4}$/.test(text ?? '');
  if (!isSize(attributes.width)) return picture;
  const width = Number(attributes.width);
  return {
    width,
    height: isSize(attributes.height)
      ? Number(attributes.height)
      : Math.round((width * picture.height) / picture.width),
  };
}

/** The attributes as they stand, entities and all: the sanitiser leaves no bare quote, '<' or '>' in them. */
function parseAttributes(tag: string): Record<string, string> {
  return Object.fromEntries(Array.from(tag.matchAll(/\s([a-z]+)="([^"]*)"/g), ([, name, value]) => [name, value]));
}
