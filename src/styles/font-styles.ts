import { demoFonts, type FontFamily, fonts, type FontSubset, type SiteFonts } from '#api/domain/site-fonts.ts';
import { fallbackFonts } from './fallback-fonts.ts';
import { fontRanges } from './font-ranges.ts';

/** The address of each file of a font by its name: 'literata-greek'. */
export type FontFiles = Readonly<Record<string, string>>;

const ranges: Record<FontFamily, Partial<Record<FontSubset, string>>> = fontRanges;
/** Where letters stand until a font arrives, in the order of tokens.css. */
const localFonts = {
  sans: ['Arial', 'Segoe', 'Roboto', 'Noto', 'Cantarell', 'DejaVu'],
  serif: ['Times', 'Georgia', 'Noto', 'DejaVu'],
};
const systemFonts = { sans: 'system-ui,sans-serif', serif: 'ui-serif,serif' };

const isOfDemo = (family: FontFamily) => Object.values(demoFonts).includes(family);

function getFile(files: FontFiles, name: string): string {
  const url = files[name];
  if (!url) throw new Error(`There is no file of the font '${name}'.`);
  return url;
}

type Face = { name: string; url: string; range: string; display: 'swap' | 'optional' };

const formatFace = ({ name, url, range, display }: Face) =>
  `@font-face{font-family:'${name}';src:url(${url})format('woff2');font-weight:400 700;font-display:${display};unicode-range:${range}}`;

/** The faces of a family, and of the letters that another one lends it. The demo's `latin` is in fonts.css, as are their local fonts. */
function formatFaces(family: FontFamily, files: FontFiles, display: Face['display']): string {
  const { name, subsets, lender } = fonts[family];
  const own = subsets
    .filter((subset) => subset !== 'latin' || !isOfDemo(family))
    .map((subset): [FontFamily, FontSubset] => [family, subset]);
  const lent = lender
    ? fonts[lender].subsets
        .filter((subset) => !subsets.includes(subset))
        .map((subset): (typeof own)[number] => [lender, subset])
    : [];
  return [...own, ...lent]
    .map(([source, subset]) =>
      formatFace({ name, url: getFile(files, `${source}-${subset}`), range: ranges[source][subset] ?? '', display }),
    )
    .join('');
}

function formatStack(family: FontFamily): string {
  const { name, kind } = fonts[family];
  return [`'${name}'`, ...localFonts[kind].map((local) => `'${name} ${local}'`), systemFonts[kind]].join(',');
}

/**
 * Styles that set a site in the fonts of a company, with the letters of all European languages: a browser loads the file
 * of a script where one of its letters occurs. Text keeps the font of the first paint, as a swap could change its lines;
 * headlines are swapped. The default selector leaves the admin pages out.
 */
export function formatFontStyles({ headline, text }: SiteFonts, files: FontFiles, root = ':root:not(.admin)'): string {
  const families = [...new Set([text, headline])];
  const faces = families.map((family) => formatFaces(family, files, family === text ? 'optional' : 'swap'));
  const fallbacks = families.filter((family) => !isOfDemo(family)).map((family) => fallbackFonts[fonts[family].name]);
  return `${faces.join('')}${fallbacks.join('')}${root}{--font-text:${formatStack(text)};--font-display:${formatStack(headline)}}`;
}

/** The files that the first paint needs: preloaded. */
export const listPreloads = ({ headline, text }: SiteFonts, files: FontFiles): string[] =>
  [...new Set([text, headline])].map((family) => getFile(files, `${family}-latin`));
