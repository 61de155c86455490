import type { MediaFault } from '#api/adapters/media/media-worker-protocol.ts';
import { FormError, type FormFault } from '#api/adapters/busboy-multipart.ts';
import { AppError, invalid } from '#api/http/errors.ts';
import { diskIsFull } from '#api/features/uploads/quota/quota.service.ts';

const TAKEN = 'We take pictures (JPEG, PNG, GIF, WebP, AVIF, SVG) and videos (MP4, WebM).';

const formFaults: Record<FormFault, () => AppError> = {
  not_multipart: () => new AppError('unsupported_media_type', 'Please send the file as multipart/form-data.'),
  malformed: () => invalid('file', 'The form cannot be read.'),
  wrong_parts: () => invalid('file', "Please send one file, in the field 'file', and nothing else."),
  too_large: () => tooLarge(),
  broken_off: () => invalid('file', 'The file did not arrive whole. Please try again.'),
};

const mediaFaults: Record<MediaFault, () => AppError> = {
  unknown_type: () =>
    new AppError('unsupported_media_type', `This file is of another type, or not what it says it is. ${TAKEN}`),
  too_many_pixels: () => invalid('file', 'This picture is too large: at most 40 million pixels, all frames together.'),
  too_many_frames: () => invalid('file', 'This picture has too many frames: at most 200.'),
  too_slow: () => invalid('file', 'This file takes too long to open. Please save it in a simpler form and try again.'),
  no_space: () => diskIsFull(),
  truncated: () =>
    new AppError(
      'unsupported_media_type',
      'This video is incomplete: its end is missing. Export or copy it again, then upload it.',
    ),
  damaged: () => new AppError('unsupported_media_type', `This file is damaged and cannot be opened. ${TAKEN}`),
};

export function tooLarge(): AppError {
  return new AppError('payload_too_large', 'This file is too large: a picture may have 10 MB, a video 100 MB.');
}

export const mediaError = (fault: MediaFault) => mediaFaults[fault]();

/** A fault of the form in words for a person; any other error as it is. */
export function asFormError(error: unknown): unknown {
  return error instanceof FormError ? formFaults[error.fault]() : error;
}
