import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import sharp from 'sharp';
import { serveRequests } from '#api/adapters/idle-worker.ts';
import type { Brand } from '#api/domain/company-mark.ts';
import { fitImage, type IconMark, renderIcons } from './brand-icons.ts';
import {
  drawOgImageBackground,
  layoutOgImage,
  OG_IMAGE_HEIGHT,
  OG_IMAGE_WIDTH,
  type OgImageMark,
  type OgImageText,
  serif,
  toDrawableText,
} from './og-image-layout.ts';
import type { OgImageTask } from './og-image-renderer.ts';

const require = createRequire(import.meta.url);
const interDir = join(dirname(require.resolve('@fontsource/inter/LICENSE')), 'files');

const ranges = { latin: '', 'latin-ext': ' Ext', vietnamese: ' Vietnamese', greek: ' Greek', cyrillic: ' Cyrillic' };
type Range = keyof typeof ranges;

const loadFace = (family: 'Fraunces' | 'Inter', weight: 400 | 600, range: Range) => ({
  name: family + ranges[range],
  weight,
  style: 'normal' as const,
  data: readFileSync(
    family === 'Inter'
      ? join(interDir, `inter-${range}-${weight}-normal.woff`)
      : join(import.meta.dirname, 'fonts', `fraunces-${range}-${weight}.woff`),
  ),
});

const allRanges = Object.keys(ranges) as Range[];
const fonts = [
  ...(['latin', 'latin-ext', 'vietnamese'] as const).map((range) => loadFace('Fraunces', 600, range)),
  ...allRanges.map((range) => loadFace('Inter', 600, range)),
  ...allRanges.map((range) => loadFace('Inter', 400, range)),
];

/** The first letter of a name, drawn on the grid of 32 of a symbol. */
async function drawLetter(name: string, colour: string): Promise<string> {
  const letter = (toDrawableText(name, 40).match(/[\p{L}\p{N}]/u)?.[0] ?? '').toUpperCase();
  const style = { width: 32, height: 32, alignItems: 'center', justifyContent: 'center', color: colour };
  const text = { ...style, display: 'flex', fontFamily: serif, fontSize: 20, fontWeight: 600, lineHeight: 1 };
  const svg = await satori({ type: 'div', props: { style: text, children: letter } } as never, {
    width: 32,
    height: 32,
    fonts,
  });
  return svg.replace(/^<svg[^>]*>|<\/svg>$/g, '');
}

/** A company without a mark has its first letter on a stone in its colours. */
async function resolveMark({ name, mark, palette }: Brand): Promise<IconMark> {
  if (mark) return mark;
  return {
    tint: palette.pounamu,
    symbol: await drawLetter(name, palette.chalk),
    dark: { tint: palette.pounamuDark, symbol: await drawLetter(name, palette.onPounamuDark) },
  };
}

const OG_MARK_SIZE = 448;

async function toOgImageMark(mark: IconMark): Promise<OgImageMark> {
  if (!('image' in mark)) return mark;
  const png = await fitImage(mark.image, OG_MARK_SIZE).png().toBuffer();
  return { imageUrl: `data:image/png;base64,${png.toString('base64')}` };
}

async function renderOgImage(text: OgImageText, brand: Brand): Promise<Buffer> {
  const svg = await satori(layoutOgImage(text, brand.palette) as Parameters<typeof satori>[0], {
    width: OG_IMAGE_WIDTH,
    height: OG_IMAGE_HEIGHT,
    fonts,
  });
  const background = drawOgImageBackground(await toOgImageMark(await resolveMark(brand)), brand.palette);
  const image = new Resvg(
    svg.replace(/^<svg[^>]*>/, (open) => open + background),
    {
      font: { loadSystemFonts: false },
    },
  ).render();
  return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 64, dither: 0, effort: 4, compressionLevel: 9 })
    .toBuffer();
}

/** Crops around the most salient part. The input is an image variant of ours, so nothing hostile is decoded here. */
function cropImage({ crop, width, height, format }: Extract<OgImageTask, { crop: unknown }>): Promise<Buffer> {
  const image = sharp(crop).resize(width, height, { fit: 'cover', position: 'attention' }).flatten();
  return format === 'png'
    ? image.png({ palette: true, compressionLevel: 9 }).toBuffer()
    : image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

async function answer(task: OgImageTask) {
  if ('crop' in task) return cropImage(task);
  if ('draw' in task) return renderOgImage(task.draw, task.brand);
  return renderIcons({ ...task.icons, ...task.brand }, await resolveMark(task.brand));
}

serveRequests(answer);
