import { type Picture, type PictureFormat, pictureOf, srcsetOf } from '#api/domain/image-variants.ts';

/** How wide the text of a post is, in pixels; --measure of the style sheet. */
const TEXT_WIDTH = 640;
const ROOM = 'calc(100vw - 2.25rem)';
/** A picture that begins this near to the top, in characters of HTML, is on the first screen: it is not put off. */
const NEAR_TOP = 800;

/** What the elements of a picture say of its sizes; `avif` is empty for one that moves. */
export type Srcsets = Record<PictureFormat, string>;

export function srcsetsOf(picture: Picture): Srcsets {
  return { avif: srcsetOf(picture, 'avif'), webp: srcsetOf(picture, 'webp') };
}

/**
 * Gives our own pictures in sanitised content all the sizes and formats that they are kept in, and a size of their own,
 * so that nothing moves when they come. Pictures from elsewhere stay as they are.
 */
export function withPictures(html: string): string {
  return html.replace(/<img\s[^>]*>/g, (tag: string, at: number) => {
    const { src = '', ...attributes } = attributesOf(tag);
    const picture = pictureOf(src);
    return picture ? pictureElement(picture, { src, ...attributes }, at > NEAR_TOP) : tag;
  });
}

function pictureElement(picture: Picture, given: Record<string, string>, isLazy: boolean): string {
  const { width, height } = sizeOf(picture, given);
  const sizes = `min(${Math.min(width, TEXT_WIDTH)}px, ${ROOM})`;
  const { avif, webp } = srcsetsOf(picture);
  const image = [
    `src="${given.src}"`,
    `srcset="${webp}" sizes="${sizes}"`,
    `alt="${given.alt ?? ''}"`,
    ...(given.title ? [`title="${given.title}"`] : []),
    `width="${width}" height="${height}"`,
    ...(isLazy ? ['loading="lazy"'] : []),
    'decoding="async"',
  ].join(' ');
  const source = avif && `<source type="image/avif" srcset="${avif}" sizes="${sizes}">`;
  return `<picture>${source}<img ${image}></picture>`;
}

/** As the author made it, if that is a size at all; else as it is. */
function sizeOf(picture: Picture, given: Record<string, string>): { width: number; height: number } {
  const isSize = (text: string | undefined) => /^[1-9]\d{0,4}$/.test(text ?? '');
  if (!isSize(given.width)) return picture;
  const width = Number(given.width);
  return {
    width,
    height: isSize(given.height) ? Number(given.height) : Math.round((width * picture.height) / picture.width),
  };
}

/** The attributes as they stand, entities and all: the sanitiser leaves no bare quote, '<' or '>' in them. */
function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(Array.from(tag.matchAll(/\s([a-z]+)="([^"]*)"/g), ([, name, value]) => [name, value]));
}
