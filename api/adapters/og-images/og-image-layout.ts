import type { Palette } from '#api/domain/brand-palette.ts';

export type OgImageText = { title: string; eyebrow: string; byline: string };
/** The company's mark: its symbol (SVG on a grid of 32) on a stone of this tint, or an image as a data URL. */
export type OgImageMark = { tint: string; symbol: string } | { imageUrl: string };

type Node = { type: string; props: { style: Record<string, string | number>; children: Node[] | string } };

export const OG_IMAGE_WIDTH = 1200;
export const OG_IMAGE_HEIGHT = 630;

const STONE = 'M11 2h21v28H11a9 9 0 0 1-9-9V11a9 9 0 0 1 9-9z';

/**
 * The company's stone, large and polished in facets, running off the right edge, with the symbol on it. An image lies on a
 * stone in the tint of the palette.
 */
export function drawOgImageBackground(mark: OgImageMark, palette: Palette): string {
  const isImage = 'imageUrl' in mark;
  const symbol = isImage ? `<image href="${mark.imageUrl}" x="9" y="-1" width="26" height="26"/>` : mark.symbol;
  return (
    `<path fill="${palette.paper}" d="M0 0h1200v630H0z"/><path fill="${palette.hairline}" d="M76 518h764v2H76z"/>` +
    '<g transform="translate(872 -54) scale(23.1)">' +
    `<path fill="${isImage ? palette.pounamuPale : mark.tint}" d="${STONE}"/>` +
    `<path fill="#fff" fill-opacity=".12" d="M2 18v-7a9 9 0 0 1 9-9h6z"/><path fill="#fff" fill-opacity=".06" d="M2 18 17 2l-2.5 28H11a9 9 0 0 1-9-9z"/>` +
    `</g><g transform="translate(919.5 341.5) scale(7)">${symbol}</g><circle cx="1130" cy="100" r="17" fill="${palette.kowhaiDark}"/>`
  );
}

/** What the fonts can draw: Latin with all its marks, Greek, Cyrillic, punctuation, currencies. */
const unknown =
  /[^\n -~\u00a0-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u2044\u20a0-\u20bf\u2122\u2191\u2193\u2212]/gu;

/** Removes characters that the fonts lack, in one line of at most `limit` characters, cut between words where there are any. */
export function toDrawableText(text: string, limit: number): string {
  const drawable = text
    .slice(0, limit * 8)
    .normalize('NFC')
    .replace(unknown, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (drawable.length <= limit) return drawable;
  const truncated = drawable.slice(0, limit);
  const lastSpace = truncated.lastIndexOf(' ');
  return `${truncated.slice(0, lastSpace > limit * 0.7 ? lastSpace : limit - 1).replace(/(?<![\s,.;:–—-])[\s,.;:–—-]+$/, '')}…`;
}

const TITLE_WIDTH = 800;

const titleSize = (title: string): number => {
  if (title.length <= 32) return 84;
  if (title.length <= 60) return 70;
  return 58;
};

/** Balancing needs to see every line, so a title that may need a fifth is clamped instead. */
const titleWrap = (title: string, size: number): Record<string, string | number> => {
  const capitals = title.replace(/[^\p{Lu}mw@%&#]/gu, '').length;
  const lines = ((title.length * 0.46 + capitals * 0.3) * size) / TITLE_WIDTH;
  return lines <= 3.3 ? { textWrap: 'balance' } : { lineClamp: 4 };
};

const textNode = (style: Record<string, string | number>, text: string): Node => ({
  type: 'div',
  props: { style: { display: 'block', ...style }, children: text },
});

const box = (style: Record<string, string | number>, children: Node[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', flexDirection: 'column', ...style }, children },
});

export const serif = 'Fraunces, Fraunces Ext, Fraunces Vietnamese, Inter, Inter Ext, Inter Greek, Inter Cyrillic';
const sans = 'Inter, Inter Ext, Inter Vietnamese, Inter Greek, Inter Cyrillic';
const oneLine = { maxWidth: 764, lineClamp: 1, wordBreak: 'break-word', fontFamily: sans, fontSize: 28 };

/** The text of an OG image: eyebrow above, the title balanced over at most four lines, the byline under the hairline. */
export function layoutOgImage(image: OgImageText, palette: Palette): Node {
  const title =
    toDrawableText(image.title, 108) || toDrawableText(image.eyebrow, 60) || toDrawableText(image.byline, 60);
  const size = titleSize(title);
  const titleBlock = textNode(
    {
      width: TITLE_WIDTH,
      fontFamily: serif,
      fontSize: size,
      fontWeight: 600,
      lineHeight: 1.12,
      letterSpacing: '-0.012em',
      color: palette.ink,
      wordBreak: 'break-word',
      ...titleWrap(title, size),
    },
    title,
  );
  return box({ width: 876, height: OG_IMAGE_HEIGHT, paddingLeft: 76, paddingTop: 72, boxSizing: 'border-box' }, [
    textNode({ ...oneLine, fontWeight: 600, color: palette.pounamu }, toDrawableText(image.eyebrow, 48)),
    box({ position: 'absolute', left: 76, top: 122, width: TITLE_WIDTH, height: 380, justifyContent: 'center' }, [
      titleBlock,
    ]),
    box({ position: 'absolute', left: 76, top: 546, width: 764 }, [
      textNode({ ...oneLine, fontWeight: 400, color: palette.muted }, toDrawableText(image.byline, 54)),
    ]),
  ]);
}
