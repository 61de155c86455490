const STEP = 1024;

/** 1.4 MB, 320 KB, 90 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP) return `${bytes} bytes`;
  if (bytes < STEP * STEP) return `${Math.round(bytes / STEP)} KB`;
  return `${(bytes / STEP / STEP).toFixed(1)} MB`;
}
