import * as palette from '#api/domain/palette.ts';

/** The symbol on a stone of the given tint, as SVG on a grid of 32; `dark` is the icon of dark browsers. */
export const companyMark = {
  description: 'a green stone with a folded M',
  tint: palette.pounamu,
  symbol: `<path d="M7.5 24V9.5L16 18v6z" fill="${palette.chalk}"/><path d="M24.5 24V9.5L16 18v6z" fill="${palette.celadon}"/>`,
  dark: {
    tint: palette.pounamuDark,
    symbol: `<path d="M7.5 24V9.5L16 18v6z" fill="${palette.onPounamuDark}"/><path d="M24.5 24V9.5L16 18v6z" fill="#1f6b54"/>`,
  },
} as const;
