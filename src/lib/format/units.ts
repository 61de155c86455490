import { formatDecimal } from '#api/domain/numbers.ts';

const STEP = 1024;

/** 2.1 GB, 1.4 MB, 320 KB, 90 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP) return `${bytes} bytes`;
  if (bytes < STEP * STEP) return `${Math.round(bytes / STEP)} KB`;
  if (bytes < STEP ** 3) return `${formatDecimal(bytes / STEP ** 2)} MB`;
  return `${formatDecimal(bytes / STEP ** 3)} GB`;
}

/** 'under 0.1 s', '1.3 s', '2 min 5 s'. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `under ${formatDecimal(0.1)} s`;
  if (milliseconds < 60_000) return `${formatDecimal(milliseconds / 1_000)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
