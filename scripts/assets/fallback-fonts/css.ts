import type { LocalFace, WebFont } from './fonts.ts';

export type MeasuredFace = {
  webFont: WebFont;
  family: string;
  local: LocalFace;
  /** Width of the web font divided by that of the file. */
  sizeAdjust: number;
};

const HEAD = `/* Written by scripts/assets/build-fallback-fonts.ts. Local fonts with the line height and average width of the web
   fonts, so that text keeps its place when these arrive. */
`;

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

export const formatFaces = (faces: readonly MeasuredFace[]): string => [HEAD, ...faces.map(formatFace)].join('\n');

const minify = (css: string) =>
  css
    .replaceAll(/\s*([{};:,])\s*/g, '$1')
    .replaceAll(';}', '}')
    .trim();

/** The faces of each font by its name, as a module. */
export const formatLibrary = (library: Record<string, readonly MeasuredFace[]>): string => {
  const styles = Object.entries(library).map(([name, faces]) => [name, minify(faces.map(formatFace).join(''))]);
  return `/** Written by scripts/assets/build-fallback-fonts.ts: local fonts with the line height and average width of the fonts that a company can choose. */
export const libraryFallbacks: Record<string, string> = ${JSON.stringify(Object.fromEntries(styles), null, 2)};
`;
};
