import * as palette from '#api/domain/palette.ts';
import { region } from '#api/domain/region.ts';
import sharp from 'sharp';
import { company, companyMark } from '#src/config/site.ts';
import { facetPath, stonePath } from '#src/ui/brand/marks.ts';

type Mark = { tint: string; symbol: string };

const mark = companyMark;
const FACET = 'fill="#fff" fill-opacity=".13"';

const drawStone = ({ tint, symbol }: Mark) =>
  `<path d="${stonePath}" fill="${tint}"/><path d="${facetPath}" ${FACET}/>${symbol}`;
/** The home screen rounds the corners itself: the stone goes edge to edge. */
const drawSquare = ({ tint, symbol }: Mark) =>
  `<path d="M0 0h32v32H0z" fill="${tint}"/><path d="M0 20V0h32v3z" ${FACET}/>${symbol}`;

const wrapSvg = (size: number, viewBox: string, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}">${content}</svg>`,
  );

/** The icon of browsers, which has colours of its own in the dark. */
export const drawFavicon = (): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<style>.d{display:none}@media (prefers-color-scheme:dark){.l{display:none}.d{display:inline}}</style>' +
  `<g class="l">${drawStone(mark)}</g><g class="d">${drawStone(mark.dark)}</g></svg>\n`;

export function formatManifest(): string {
  const manifest = {
    name: company.name,
    short_name: company.name,
    description: company.description,
    lang: region.language,
    start_url: '/',
    display: 'browser',
    background_color: palette.paper,
    theme_color: mark.tint,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const renderSquare = (size: number) =>
  sharp(wrapSvg(size, '0 0 32 32', drawSquare(mark)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();

const ICO_SIZE = 32;

async function renderIco(): Promise<Buffer> {
  const png = await sharp(wrapSvg(ICO_SIZE, '1 1 30 30', drawStone(mark)))
    .png()
    .toBuffer();
  return wrapIco(png, ICO_SIZE);
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
export const renderIcons = async (): Promise<Record<string, Buffer | string>> => ({
  'favicon.svg': drawFavicon(),
  'favicon.ico': await renderIco(),
  'apple-touch-icon.png': await renderSquare(180),
  'icon-512.png': await renderSquare(512),
  'site.webmanifest': formatManifest(),
});
