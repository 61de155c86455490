import { formatBytes } from './bytes.ts';
import { FILE_TYPES, getExtension } from './file-types.ts';

/** Of a stored file, as its card says it: 'PDF · 240 KB' */
export const describeFile = ({ url, size }: { url: string; size: number }): string =>
  `${FILE_TYPES[getExtension(url)]?.label ?? 'File'} · ${formatBytes(size)}`;
