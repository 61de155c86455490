import { formatDecimal } from '#api/domain/numbers.ts';

/** 'under 0.1 s', '1.3 s', '2 min 5 s'. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `under ${formatDecimal(0.1)} s`;
  if (milliseconds < 60_000) return `${formatDecimal(milliseconds / 1_000)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
