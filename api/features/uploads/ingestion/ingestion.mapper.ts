import type { MediaErrorCode } from '#api/adapters/media/media-worker-protocol.ts';
import { MultipartError, type MultipartErrorCode } from '#api/adapters/busboy-multipart.ts';
import { AppError, invalidFieldError } from '#api/http/errors.ts';
import { diskFullError } from '#api/features/uploads/quota/quota.service.ts';

const ACCEPTED_FORMATS = 'We take pictures (JPEG, PNG, GIF, WebP, AVIF, SVG) and videos (MP4, WebM).';

const multipartErrors: Record<MultipartErrorCode, () => AppError> = {
  not_multipart: () => new AppError('unsupported_media_type', 'Please send the file as multipart/form-data.'),
  malformed: () => invalidFieldError('file', 'The form cannot be read.'),
  wrong_parts: () => invalidFieldError('file', "Please send one file, in the field 'file', and nothing else."),
  too_large: () => fileTooLargeError(),
  broken_off: () => invalidFieldError('file', 'The file did not arrive whole. Please try again.'),
};

const mediaErrors: Record<MediaErrorCode, () => AppError> = {
  unknown_type: () =>
    new AppError(
      'unsupported_media_type',
      `This file is of another type, or not what it says it is. ${ACCEPTED_FORMATS}`,
    ),
  too_many_pixels: () =>
    invalidFieldError('file', 'This picture is too large: at most 40 million pixels, all frames together.'),
  too_many_frames: () => invalidFieldError('file', 'This picture has too many frames: at most 200.'),
  too_slow: () =>
    invalidFieldError('file', 'This file takes too long to open. Please save it in a simpler form and try again.'),
  no_space: () => diskFullError(),
  truncated: () =>
    new AppError(
      'unsupported_media_type',
      'This video is incomplete: its end is missing. Export or copy it again, then upload it.',
    ),
  damaged: () =>
    new AppError('unsupported_media_type', `This file is damaged and cannot be opened. ${ACCEPTED_FORMATS}`),
};

export function fileTooLargeError(): AppError {
  return new AppError('payload_too_large', 'This file is too large: a picture may have 10 MB, a video 100 MB.');
}

export const toMediaError = (errorCode: MediaErrorCode) => mediaErrors[errorCode]();

/** Converts a multipart error to a message for users; any other error is returned unchanged. */
export function toMultipartAppError(error: unknown): unknown {
  return error instanceof MultipartError ? multipartErrors[error.errorCode]() : error;
}
