/**
 * The colours of the company, each once, with what it is on a dark page. Style sheets read them by `--palette(ink)`, which
 * follows the theme, `--palette(ink light)` or `--palette(ink light / 45%)` (`scripts/bundling/style-values.ts`) and give
 * them roles in `src/styles/tokens.css`. Emails, marks and pictures, which no style sheet reaches, import this file as
 * `palette`. After an edit, `npm run assets` draws the files again. Contrast is stated against paper.
 *
 * One export for each colour: a bundle takes those that it uses.
 */

// Paper and ink: ink 15:1, muted 6:1
export const paper = '#fbf8f1';
export const paperDark = '#101613';
export const surface = '#fffefa';
export const surfaceDark = '#18201c';
export const sunken = '#f3eee2';
export const sunkenDark = '#0b100d';
export const ink = '#17211c';
export const inkDark = '#ece8dd';
export const muted = '#535e57';
export const mutedDark = '#a9b3ab';
export const hairline = '#e2dac9';
export const hairlineDark = '#2a352f';
export const control = '#827f70';
export const controlDark = '#718078';
export const chalk = '#fbf9f1';

// Pounamu, greenstone: 4.5:1; its tints are grounds
export const pounamu = '#0d5c48';
export const pounamuDark = '#6ccba8';
export const pounamuStrong = '#094536';
export const pounamuStrongDark = '#8fdcbf';
export const onPounamu = '#ffffff';
export const onPounamuDark = '#06231a';
export const pounamuTint = '#e3efe7';
export const pounamuTintDark = '#17332a';
export const pounamuPale = '#e0eee6';
export const pounamuPaleDark = '#15332a';
export const pounamuDeep = '#0b3d31';
export const pounamuDeepDark = '#0c2e25';
export const onDeep = '#f3efe3';
export const onDeepMuted = '#b9d2c5';
export const celadon = '#8fc4ae';

// Kōwhai, a yellow flower: light, sparingly
export const kowhai = '#f2b824';
export const kowhaiDark = '#f2c14b';
export const kowhaiStrong = '#ffd063';
export const kowhaiTint = '#fbf0cf';
export const kowhaiTintDark = '#332a12';
export const kowhaiText = '#765000';
export const kowhaiTextDark = '#f4cd6b';

// Errors
export const red = '#a8281f';
export const redDark = '#ff9d8f';
export const redTint = '#fbe9e5';
export const redTintDark = '#3a1a16';

// Of products beside pounamu: 4.5:1; their tints are grounds
export const ochre = '#7a5200';
export const ochreDark = '#f0c65a';
export const ochreTint = '#faefce';
export const ochreTintDark = '#332a12';
export const blue = '#1d5272';
export const blueDark = '#8cc4e4';
export const blueTint = '#e1ecf2';
export const blueTintDark = '#142b39';
export const brick = '#96382f';
export const brickDark = '#f2a394';
export const brickTint = '#f9e7e1';
export const brickTintDark = '#391f1a';
