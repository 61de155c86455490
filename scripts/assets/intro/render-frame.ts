import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import subsetFont from 'subset-font';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { drawFrame } from './film.ts';

const FONTS = [
  ...['latin', 'latin-ext'].map((range) => `api/adapters/og-images/fonts/fraunces-${range}-600.woff`),
  ...['latin', 'latin-ext'].flatMap((range) =>
    [400, 600].map((weight) => `node_modules/@fontsource/inter/files/inter-${range}-${weight}-normal.woff`),
  ),
];

export type Frame = { pixels: Uint8Array; width: number; height: number };

export type FrameRenderer = { render(second: number): Frame; close(): void };

/** Draws frames of the film as RGBA. resvg reads fonts from files and knows no WOFF, so they are unpacked first. */
export async function createFrameRenderer(): Promise<FrameRenderer> {
  const directory = mkdtempSync(join(tmpdir(), 'film-fonts-'));
  const fontFiles: string[] = [];
  for (const [at, font] of FONTS.entries()) {
    const source = readFileSync(join(PROJECT_ROOT, font));
    const file = join(directory, `${at}.ttf`);
    writeFileSync(file, await subsetFont(source, '', { targetFormat: 'sfnt', keepAllGlyphs: true }));
    fontFiles.push(file);
  }
  return {
    render(second) {
      const { pixels, width, height } = new Resvg(drawFrame(second), {
        font: { fontFiles, loadSystemFonts: false },
      }).render();
      return { pixels, width, height };
    },
    close: () => rmSync(directory, { recursive: true }),
  };
}
