import { formatDecimal } from '#api/domain/numbers.ts';

/** 64 of 821 and 1,284; 0 of nothing. */
export const toPercent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

/** '64%'. Only all is 100%, and only nothing 0%: close to both it has a decimal. */
export function formatPercent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%';
  const exact = (part / whole) * 100;
  if (exact < 0.1) return `<${formatDecimal(0.1)}%`;
  if (exact > 99.9 && exact < 100) return `>${formatDecimal(99.9)}%`;
  return exact < 0.95 || (exact >= 99.05 && exact < 100) ? `${formatDecimal(exact)}%` : `${Math.round(exact)}%`;
}

/** Steps that are easy to read, as multiples of a power of ten. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];

/** Four evenly spaced whole numbers from 0, the last at least `max`. */
export function createTicks(max: number): number[] {
  const least = Math.max(max / 3, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((each) => each * power >= least) ?? 10) * power;
  return [0, step, 2 * step, 3 * step];
}
