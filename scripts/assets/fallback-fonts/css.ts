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
