import type { Palette } from '#api/domain/brand-palette.ts';
import type { StoneMark } from '#api/domain/company-mark.ts';
import * as demoPalette from '#api/domain/palette.ts';

export const productNames = ['genmate', 'taxmate', 'openshelf', 'chatmate'] as const;
export type ProductName = (typeof productNames)[number];

/** The mark of each product in the colours of a palette. */
export const createProductMarks = (palette: Palette): Record<ProductName, StoneMark> => ({
  genmate: {
    tint: palette.pounamu,
    symbol: `<path d="M9 10h5M9 16h9M9 22h14" stroke="${palette.chalk}" stroke-width="3" stroke-linecap="round"/><circle cx="21.5" cy="10" r="2.5" fill="${palette.kowhaiDark}"/>`,
  },
  taxmate: {
    tint: palette.ochre,
    symbol: `<path d="M9.5 8h13v16l-3.25-2.5L16 24l-3.25-2.5L9.5 24z" fill="${palette.chalk}"/><path d="m12.8 14.5 2.5 2.5 4.2-4.6" fill="none" stroke="${palette.ochre}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
  },
  openshelf: {
    tint: palette.blue,
    symbol: `<path d="M9.5 20.5v-11m5 11v-9m4.5 9.3 2.8-10.3" stroke="${palette.chalk}" stroke-width="3.2" stroke-linecap="round"/><path d="M7 25h18" stroke="${palette.kowhaiDark}" stroke-width="2" stroke-linecap="round"/>`,
  },
  chatmate: {
    tint: palette.brick,
    symbol: `<path d="M12 8.5h8a4.5 4.5 0 0 1 4.5 4.5v10.5H12A4.5 4.5 0 0 1 7.5 19v-6A4.5 4.5 0 0 1 12 8.5z" fill="${palette.chalk}"/><path d="M12 16h0m4 0h0m4 0h0" stroke="${palette.brick}" stroke-width="2.6" stroke-linecap="round"/>`,
  },
});

export const productMarks = createProductMarks(demoPalette);
