/**
 * The widths at which screens change, for `@media (--phone)` in style sheets (`scripts/bundling/style-values.ts`) and for
 * scripts. The layout has three: 44 rem, from which things stand side by side, 60 rem, from which a page has a side
 * column, and 76 rem, from which it has two. In rem, so that a larger font of the browser counts as a smaller window.
 */
export const phone = '(width < 44rem)';
export const fromTablet = '(width >= 44rem)';
export const belowDesktop = '(width < 60rem)';
export const fromDesktop = '(width >= 60rem)';
export const fromWide = '(width >= 76rem)';

// The side navigation of admin screens has labels from here, so also on a tablet that lies on its side.
export const belowSide = '(width < 70rem)';
export const fromSide = '(width >= 70rem)';

// What stands in one line on most phones must wrap, shrink or go on smaller ones; the last is a phone with text of twice the size.
export const smallPhone = '(width < 30rem)';
export const narrowPhone = '(width < 24.3rem)';
export const tinyPhone = '(width < 22rem)';
export const largeText = '(width < 16rem)';

// From here a panel has room beside the text of the writing room.
export const besideText = '(width >= 90rem)';
