import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const MODULES = new URL('../../../node_modules/', import.meta.url);
const listFontsourceFiles = (name: string) =>
  [400, 700].map((weight) => `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
const listDejavuFiles = (...names: string[]) => names.map((name) => `dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Fonts of a system, as files of packages, and the faces of src/styles/fallback-fonts.ts that they give. */
export type FontSet = { files: readonly string[]; faces: readonly string[] };

export const FONT_SETS: Record<string, FontSet> = {
  'Arial and Times New Roman (Arimo, Tinos)': {
    files: [...listFontsourceFiles('arimo'), ...listFontsourceFiles('tinos')],
    faces: ['Inter Arial', 'Fraunces Times'],
  },
  'Arial and Georgia (Arimo, Gelasio)': {
    files: [...listFontsourceFiles('arimo'), ...listFontsourceFiles('gelasio')],
    faces: ['Inter Arial', 'Fraunces Georgia'],
  },
  'Roboto and Noto Serif': {
    files: [...listFontsourceFiles('roboto'), ...listFontsourceFiles('noto-serif')],
    faces: ['Inter Roboto', 'Fraunces Noto'],
  },
  'Noto Sans and Noto Serif': {
    files: [...listFontsourceFiles('noto-sans'), ...listFontsourceFiles('noto-serif')],
    faces: ['Inter Noto', 'Fraunces Noto'],
  },
  'Cantarell and DejaVu Serif': {
    files: [...listFontsourceFiles('cantarell'), ...listDejavuFiles('DejaVuSerif', 'DejaVuSerif-Bold')],
    faces: ['Inter Cantarell', 'Fraunces DejaVu'],
  },
  'DejaVu Sans and DejaVu Serif': {
    files: listDejavuFiles('DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'),
    faces: ['Inter DejaVu', 'Fraunces DejaVu'],
  },
};

const convertedFonts = new Map<string, Promise<Buffer>>();

/** Chromium loads no WOFF2 through fontconfig. Each font is converted once, though several sets have it. */
function readSystemFont(file: string): Promise<Buffer> {
  const convert = async () => {
    const font = await readFile(new URL(file, MODULES));
    return file.endsWith('.ttf') ? font : subsetFont(font, '', { targetFormat: 'sfnt', keepAllGlyphs: true });
  };
  const converted = convertedFonts.get(file) ?? convert();
  convertedFonts.set(file, converted);
  return converted;
}

/** Writes the fonts of a set and a fontconfig file that lists only these. Returns the environment for a browser. */
export async function installFontSet(files: readonly string[], directory: string): Promise<Record<string, string>> {
  const fonts = join(directory, 'fonts');
  await mkdir(fonts, { recursive: true });
  await Promise.all(
    files.map(async (file, index) => writeFile(join(fonts, `${index}.ttf`), await readSystemFont(file))),
  );
  const path = join(directory, 'fonts.conf');
  await writeFile(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${join(directory, 'cache')}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: path };
}
