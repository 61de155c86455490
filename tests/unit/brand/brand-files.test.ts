import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { type BrandFacts, createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { createBrandPalette } from '#api/domain/brand-palette.ts';
import { toOklch } from '#api/domain/colour.ts';
import type { CompanyMark } from '#api/domain/company-mark.ts';

const palette = createBrandPalette('#2a8fb5', '#e39a3b');
const facts = {
  name: 'Tideworks',
  description: 'Tools for boats and harbours.',
  language: 'en-NO',
  greeting: 'Less paperwork. More sea.',
  tagline: 'From Bergen, Norway',
  palette,
};
const WAVE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10H0z" fill="#d00000"/></svg>';
const marks: [string, CompanyMark][] = [
  ['a symbol on a stone', { tint: '#17698a', symbol: '<path d="M8 16h16" stroke="#fff" stroke-width="3"/>' }],
  ['an uploaded drawing', { image: Buffer.from(WAVE) }],
  ['the first letter of the name', null],
];

const renderer = createOgImageRenderer();
afterAll(() => renderer.close());
const render = (mark: CompanyMark, other: Partial<BrandFacts> = {}) =>
  renderer.renderBrandFiles({ ...facts, ...other, mark });

async function readPixel(file: Buffer | undefined, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex');
}

describe('the files of a brand', () => {
  it('have an image of the company in place of the drawn preview of links, cropped to its size', async () => {
    const linkPreview = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#d00000' } })
      .webp({ lossless: true })
      .toBuffer();
    const { 'og.png': image } = await render(null, { linkPreview });
    const { width, height, format } = await sharp(image).metadata();
    expect({ width, height, format }).toEqual({ width: 1_200, height: 630, format: 'png' });
    expect(await readPixel(image, 10, 10)).toBe('d00000ff');
  });

  it.each(marks)('with %s are all icons, their manifest and the image of a link', async (_, mark) => {
    const files = await render(mark);
    const sizes = await Promise.all(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.png'))
        .map(async ([name, bytes]) => {
          const { width, height } = await sharp(bytes).metadata();
          return `${name} ${width}x${height}`;
        }),
    );
    expect(sizes).toEqual([
      'apple-touch-icon.png 180x180',
      'icon-192.png 192x192',
      'icon-512.png 512x512',
      'og.png 1200x630',
    ]);
    expect(String(files['favicon.svg'])).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 32 32">/);
    expect((await sharp(files['favicon.svg']).resize(32).png().toBuffer()).length).toBeGreaterThan(100);
    expect(files['favicon.ico']?.subarray(0, 6).toString('hex')).toBe('000001000100');
    const manifest = JSON.parse(String(files['site.webmanifest'])) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ name: 'Tideworks', lang: 'en-NO', background_color: palette.paper });
    for (const { src } of manifest.icons) expect(Object.keys(files)).toContain(src.slice(1));
  });

  it('wear the palette: the paper of the link image, and the stone under a letter', async () => {
    const files = await render(null);
    expect(await readPixel(files['og.png'], 20, 600)).toBe(`${palette.paper.slice(1)}ff`);
    expect(await readPixel(files['icon-512.png'], 20, 490)).toBe(`${palette.pounamu.slice(1)}ff`);
  });

  it('show an uploaded image whole, on the surface, where a phone cuts none of it off', async () => {
    const icon = (await render({ image: Buffer.from(WAVE) }))['icon-512.png'];
    expect(await readPixel(icon, 256, 256)).toBe('d00000ff');
    expect(await readPixel(icon, 256, 150), 'above the drawing, which is twice as wide as high').toBe(
      `${palette.surface.slice(1)}ff`,
    );
    expect(await readPixel(icon, 40, 256)).toBe(`${palette.surface.slice(1)}ff`);
  });

  it('are drawn for a name of any letters, or of none', async () => {
    const [latin, greek, cyrillic, none] = await Promise.all(
      ['Tideworks', 'Ωμέγα', 'Ёлка', '漢字'].map(async (name) => (await render(null, { name }))['favicon.svg']),
    );
    for (const other of [greek, cyrillic, none]) expect(String(other)).not.toBe(String(latin));
    expect(String(none)).toContain(palette.pounamu);
  });

  it('are the same bytes for the same brand', async () => {
    const [first, second] = await Promise.all([render(null), render(null)]);
    for (const [name, bytes] of Object.entries(first)) expect(bytes.equals(second[name] as Buffer), name).toBe(true);
  });

  it('are refused for what is no image', async () => {
    await expect(render({ image: Buffer.from('%PDF-1.7') })).rejects.toThrow('Couldn’t draw the OG image');
    expect((await render(null))['icon-192.png'], 'the next one is drawn').toBeDefined();
  });
});

describe('the image of a post', () => {
  it('wears the palette and the mark that it is given, those of the renderer otherwise', async () => {
    const text = { title: 'Tides', eyebrow: 'Craft', byline: 'Lars' };
    const [plain, dressed] = await Promise.all([
      renderer.render(text),
      renderer.render(text, { name: 'Tideworks', mark: null, palette }),
    ]);
    expect(await readPixel(plain, 20, 600)).not.toBe(await readPixel(dressed, 20, 600));
    const stone = await readPixel(dressed, 1150, 300);
    expect(Math.abs(toOklch(`#${stone.slice(0, 6)}`).h - toOklch(palette.pounamu).h)).toBeLessThan(15);
  });

  it('of the demo is the file that is in public', async () => {
    const files = await import('../../../scripts/assets/brand-files.ts');
    const { 'og.png': drawn } = await files.renderOgImages();
    const stored = readFileSync(join(PROJECT_ROOT, 'public/og.png'));
    const [one, other] = await Promise.all([drawn, stored].map((png) => sharp(png).raw().toBuffer()));
    expect(one?.equals(other as Buffer)).toBe(true);
  });
});
