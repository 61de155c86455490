import { FILE_TYPES, getExtension } from '#api/domain/file-types.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';

/** Of an image or video in pixels; of a file its type. */
export const formatDimensions = ({ width, height, url }: Pick<UploadJson, 'width' | 'height' | 'url'>) =>
  width > 0 ? `${formatNumber(width)} × ${formatNumber(height)}` : (FILE_TYPES[getExtension(url)]?.label ?? 'File');

/** What it is called in sentences. */
export const getKindLabel = ({ kind }: Pick<UploadJson, 'kind'>) => KINDS[kind];

const KINDS: Record<UploadJson['kind'], string> = { image: 'image', video: 'video', audio: 'recording', file: 'file' };

export const hasAltText = ({ kind }: Pick<UploadJson, 'kind'>) => kind === 'image' || kind === 'video';

/** The file that is large enough for a tile: the first is the smallest. */
export const getThumbnailUrl = (upload: Pick<UploadJson, 'variants' | 'url'>) => upload.variants[0]?.url ?? upload.url;
