/**
 * Films the introduction on the home page: `node scripts/assets/build-intro.ts [chromium]`, with ffmpeg on the path.
 * Frames are drawn one by one at exact times, so the film does not depend on how fast the machine is.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { FPS, HEIGHT, SECONDS, WIDTH, drawFrame, scenes } from './intro/film.ts';

const root = join(import.meta.dirname, '../..');
const mediaDir = join(root, 'public/media');
const frames = mkdtempSync(join(tmpdir(), 'intro-'));
const argument = process.argv[2] ?? '/usr/bin/chromium';
const stills = argument.startsWith('--stills=') ? argument.slice(9) : null;
const executablePath = stills ? '/usr/bin/chromium' : argument;
const POSTER_SECOND = 6.7;

const fontFace = (family: string) => {
  const font = readFileSync(join(root, `src/assets/fonts/${family.toLowerCase()}.woff2`)).toString('base64');
  return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${font});font-weight:400 700}`;
};

const timeStamp = (second: number) => new Date(Math.round(second * 1000)).toISOString().slice(11, 23);

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.setContent(
  `<style>${fontFace('Fraunces')}${fontFace('Inter')}*{margin:0}svg{display:block}</style><main></main>`,
);
await page.evaluate(() =>
  Promise.all(['600 20px Fraunces', '400 20px Inter'].map((font) => document.fonts.load(font))),
);

const shoot = async (second: number) => {
  await page.evaluate((svg) => document.querySelector('main')?.setHTMLUnsafe(svg), drawFrame(second));
  return page.screenshot({ type: 'png' });
};

mkdirSync(mediaDir, { recursive: true });
if (stills) {
  for (const second of stills.split(',').map(Number))
    writeFileSync(join(tmpdir(), `still-${second}.png`), await shoot(second));
  await browser.close();
  process.exit(0);
}

const poster = await sharp(await shoot(POSTER_SECOND))
  .webp({ quality: 72, effort: 6 })
  .toBuffer();
writeFileSync(join(mediaDir, 'intro-poster.webp'), poster);

const count = Math.round(SECONDS * FPS);
for (let frame = 0; frame < count; frame++) {
  writeFileSync(join(frames, `${String(frame).padStart(4, '0')}.png`), await shoot(frame / FPS));
}
await browser.close();

const input = [
  '-v',
  'error',
  '-y',
  '-framerate',
  String(FPS),
  '-i',
  join(frames, '%04d.png'),
  '-pix_fmt',
  'yuv420p',
  '-an',
];
const colour = [
  '-vf',
  'scale=out_color_matrix=bt709:out_range=tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-profile:v', 'high', '-movflags', '+faststart'];
const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '36', '-row-mt', '1', '-cpu-used', '2', '-g', '240'];
execFileSync('ffmpeg', [...input, ...colour, ...h264, join(mediaDir, 'intro.mp4')]);
execFileSync('ffmpeg', [...input, ...colour, ...vp9, join(mediaDir, 'intro.webm')]);
rmSync(frames, { recursive: true });

let start = 0;
const cues = scenes.map((scene) => {
  const from = start;
  start += scene.seconds;
  return `${timeStamp(from)} --> ${timeStamp(start)}\n${scene.caption}\n`;
});
writeFileSync(join(mediaDir, 'intro.vtt'), `WEBVTT\n\n${cues.join('\n')}`);

for (const name of ['intro.webm', 'intro.mp4', 'intro-poster.webp']) {
  process.stdout.write(`${name} ${statSync(join(mediaDir, name)).size} bytes\n`);
}
