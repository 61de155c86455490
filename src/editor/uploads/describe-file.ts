import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { FILE_TYPES, getExtension } from '#api/domain/file-types.ts';
import { formatBytes } from '#src/lib/format/units.ts';

/** 'PDF · 240 KB' */
export const describeFile = ({ url, size }: Pick<UploadJson, 'url' | 'size'>): string =>
  `${FILE_TYPES[getExtension(url)]?.label ?? 'File'} · ${formatBytes(size)}`;
