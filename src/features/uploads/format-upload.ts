import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';

const number = new Intl.NumberFormat('en-NZ');

export const formatDimensions = ({ width, height }: Pick<UploadJson, 'width' | 'height'>) =>
  `${number.format(width)} × ${number.format(height)}`;

/** What it is called in sentences. */
export const getKindLabel = ({ kind }: Pick<UploadJson, 'kind'>) => (kind === 'image' ? 'image' : 'video');

/** The file that is large enough for a tile: the first is the smallest. */
export const getThumbnailUrl = (upload: Pick<UploadJson, 'variants' | 'url'>) => upload.variants[0]?.url ?? upload.url;
