import type { LocalFace, WebFont } from './fonts.ts';

export type MeasuredFace = {
  webFont: WebFont;
  family: string;
  local: LocalFace;
  /** Width of the web font divided by that of the file. */
  sizeAdjust: number;
};

const percent = (ratio: number) => `${Number((ratio * 100).toFixed(1))}%`;

/** The overrides apply after size-adjust, so they are divided by it. */
function formatFace({ webFont, family, local, sizeAdjust: measured }: MeasuredFace): string {
  const sizeAdjust = measured / (local.relativeWidth ?? 1);
  return `@font-face {
  font-family: '${family}';
  src: ${local.localNames.map((name) => `local('${name}')`).join(', ')};
  font-weight: ${local.weights.join(' ')};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(webFont.ascent / sizeAdjust)};
  descent-override: ${percent(webFont.descent / sizeAdjust)};
  line-gap-override: 0%;
}
`;
}

const minify = (css: string) =>
  css
    .replaceAll(/\s*([{};:,])\s*/g, '$1')
    .replaceAll(';}', '}')
    .trim();

/** The faces of each web font by its name, as a module. */
export const formatFallbackFonts = (faces: Record<string, readonly MeasuredFace[]>): string => {
  const styles = Object.entries(faces).map(([name, each]) => [name, minify(each.map(formatFace).join(''))]);
  return `/** Written by scripts/assets/build-fallback-fonts.ts: local fonts with the line height and average width of each web font, so that text keeps its place when it arrives. */
export const fallbackFonts: Record<string, string> = ${JSON.stringify(Object.fromEntries(styles), null, 2)};
`;
};
