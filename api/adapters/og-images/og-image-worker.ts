import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import sharp from 'sharp';
import { serveRequests } from '#api/adapters/idle-worker.ts';
import {
  drawOgImageBackground,
  layoutOgImage,
  OG_IMAGE_HEIGHT,
  OG_IMAGE_WIDTH,
  type OgImageMark,
  type OgImageText,
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

async function renderOgImage(text: OgImageText, mark: OgImageMark): Promise<Buffer> {
  const svg = await satori(layoutOgImage(text) as Parameters<typeof satori>[0], {
    width: OG_IMAGE_WIDTH,
    height: OG_IMAGE_HEIGHT,
    fonts,
  });
  const grounded = svg.replace(/^<svg[^>]*>/, (open) => open + drawOgImageBackground(mark));
  const image = new Resvg(grounded, { font: { loadSystemFonts: false } }).render();
  return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 64, dither: 0, effort: 4, compressionLevel: 9 })
    .toBuffer();
}

/** Crops around the most salient part. The input is an image variant of ours, so nothing hostile is decoded here. */
const cropImage = (image: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(image)
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .flatten()
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();

serveRequests((task: OgImageTask) =>
  'crop' in task ? cropImage(task.crop, task.width, task.height) : renderOgImage(task.draw, task.mark),
);
