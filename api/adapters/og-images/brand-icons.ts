import sharp, { type Sharp } from 'sharp';
import type { Palette } from '#api/domain/brand-palette.ts';
import { formatWebManifest } from '#api/domain/web-manifest.ts';
import { facetPath, type StoneMark, stonePath } from '#api/domain/company-mark.ts';

/** What icons are drawn of: a symbol on a stone, `dark` in the tabs of dark browsers, or an image. */
export type IconMark = (StoneMark & { dark?: StoneMark }) | { image: Uint8Array };

export type IconFacts = {
  name: string;
  description: string;
  /** Of the words, as a language tag. */
  language: string;
  palette: Palette;
};

const FACET = 'fill="#fff" fill-opacity=".13"';

const drawStone = ({ tint, symbol }: StoneMark) =>
  `<path d="${stonePath}" fill="${tint}"/><path d="${facetPath}" ${FACET}/>${symbol}`;
/** The home screen rounds the corners itself: the stone goes edge to edge. */
const drawSquare = ({ tint, symbol }: StoneMark) =>
  `<path d="M0 0h32v32H0z" fill="${tint}"/><path d="M0 20V0h32v3z" ${FACET}/>${symbol}`;

const wrapSvg = (size: number, viewBox: string, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}">${content}</svg>`,
  );

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of an input, pixels: an image variant of ours is smaller. */
const PIXELS_MAX = 4096 * 4096;

/** An image, whole, in a square of transparent pixels. @throws when it is no image */
export const fitImage = (image: Uint8Array, size: number): Sharp =>
  sharp(image, { limitInputPixels: PIXELS_MAX }).resize(size, size, { fit: 'contain', background: TRANSPARENT });

const ICON_IMAGE_SIZE = 128;

/** The icon of browsers. A stone has colours of its own in the dark. */
async function drawFavicon(mark: IconMark): Promise<string> {
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">';
  if ('image' in mark) {
    const png = await fitImage(mark.image, ICON_IMAGE_SIZE).png({ compressionLevel: 9 }).toBuffer();
    return `${open}<image href="data:image/png;base64,${png.toString('base64')}" width="32" height="32"/></svg>\n`;
  }
  if (!mark.dark) return `${open}${drawStone(mark)}</svg>\n`;
  return (
    open +
    '<style>.d{display:none}@media (prefers-color-scheme:dark){.l{display:none}.d{display:inline}}</style>' +
    `<g class="l">${drawStone(mark)}</g><g class="d">${drawStone(mark.dark)}</g></svg>\n`
  );
}

/** How much of an icon an image fills: from a maskable one a phone may cut a circle of 80 % of its width. */
const MASKABLE_PART = 0.56;
const APPLE_PART = 0.74;

async function renderSquare(
  mark: IconMark,
  { size, part, palette }: { size: number; part: number; palette: Palette },
): Promise<Buffer> {
  if ('image' in mark) {
    const image = await fitImage(mark.image, Math.round(size * part))
      .png()
      .toBuffer();
    return sharp({ create: { width: size, height: size, channels: 3, background: palette.surface } })
      .composite([{ input: image }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  }
  return sharp(wrapSvg(size, '0 0 32 32', drawSquare(mark)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

const ICO_SIZE = 32;

async function renderIco(mark: IconMark): Promise<Buffer> {
  const image =
    'image' in mark ? fitImage(mark.image, ICO_SIZE) : sharp(wrapSvg(ICO_SIZE, '1 1 30 30', drawStone(mark)));
  return wrapIco(await image.png().toBuffer(), ICO_SIZE);
}

/** An icon file of one 32-bit PNG, as every browser since 2007 reads it. */
function wrapIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Every icon and the manifest that names them, by file name. */
export async function renderIcons(facts: IconFacts, mark: IconMark): Promise<Record<string, Buffer>> {
  const { palette } = facts;
  return {
    'favicon.svg': Buffer.from(await drawFavicon(mark)),
    'favicon.ico': await renderIco(mark),
    'apple-touch-icon.png': await renderSquare(mark, { size: 180, part: APPLE_PART, palette }),
    'icon-192.png': await renderSquare(mark, { size: 192, part: MASKABLE_PART, palette }),
    'icon-512.png': await renderSquare(mark, { size: 512, part: MASKABLE_PART, palette }),
    'site.webmanifest': Buffer.from(formatWebManifest(facts, 'image' in mark ? undefined : mark.tint)),
  };
}
