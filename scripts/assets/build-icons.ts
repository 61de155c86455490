/** Draws the raster icons from the mark and writes the manifest that names them: `node scripts/assets/build-icons.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { companyMark, facetPath, stonePath } from '#src/ui/brand/marks.ts';
import { company } from '#src/config/site.ts';

const publicDir = join(import.meta.dirname, '../../public');

const rounded = `<path d="${stonePath}" fill="${companyMark.tint}"/><path d="${facetPath}" fill="#fff" fill-opacity=".13"/>`;
/** The home screen rounds the corners itself: the stone goes edge to edge. */
const square = `<path d="M0 0h32v32H0z" fill="${companyMark.tint}"/><path d="M0 20V0h32v3z" fill="#fff" fill-opacity=".13"/>`;

const drawMark = (size: number, viewBox: string, ground: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}">${ground}${companyMark.cut}</svg>`,
  );

/** An icon file of one 32-bit PNG, as every browser since 2007 reads it. */
const wrapIco = (png: Buffer, size: number) => {
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
};

const favicon = await sharp(drawMark(32, '1 1 30 30', rounded))
  .png()
  .toBuffer();
writeFileSync(join(publicDir, 'favicon.ico'), wrapIco(favicon, 32));

for (const [name, size] of [
  ['apple-touch-icon.png', 180],
  ['icon-512.png', 512],
] as const) {
  writeFileSync(
    join(publicDir, name),
    await sharp(drawMark(size, '0 0 32 32', square))
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  );
}

const manifest = {
  name: company.name,
  short_name: company.name,
  description: company.description,
  lang: company.locale,
  start_url: '/',
  display: 'browser',
  background_color: '#fbf8f1',
  theme_color: companyMark.tint,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
};
writeFileSync(join(publicDir, 'site.webmanifest'), `${JSON.stringify(manifest, null, 2)}\n`);
