import { formatDecimal } from './numbers.ts';

const STEP = 1024;

/** 2.1 GB, 1.4 MB, 320 KB, 90 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP) return `${bytes} bytes`;
  if (bytes < STEP * STEP) return `${Math.round(bytes / STEP)} KB`;
  if (bytes < STEP ** 3) return `${formatDecimal(bytes / STEP ** 2)} MB`;
  return `${formatDecimal(bytes / STEP ** 3)} GB`;
}
