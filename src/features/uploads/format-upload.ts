import { formatNumber } from '#api/domain/numbers.ts';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';

export const formatDimensions = ({ width, height }: Pick<UploadJson, 'width' | 'height'>) =>
  `${formatNumber(width)} × ${formatNumber(height)}`;

/** What it is called in sentences. */
export const getKindLabel = ({ kind }: Pick<UploadJson, 'kind'>) => (kind === 'image' ? 'image' : 'video');

/** The file that is large enough for a tile: the first is the smallest. */
export const getThumbnailUrl = (upload: Pick<UploadJson, 'variants' | 'url'>) => upload.variants[0]?.url ?? upload.url;
