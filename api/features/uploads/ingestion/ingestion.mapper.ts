import type { MediaErrorCode } from '#api/adapters/media/media-worker-protocol.ts';
import { MultipartError, type MultipartErrorCode } from '#api/adapters/busboy-multipart.ts';
import { AppError, invalidFieldError } from '#api/http/errors.ts';
import { diskFullError } from '#api/features/uploads/quota/quota.service.ts';

const ACCEPTED_FORMATS =
  'Upload an image (JPEG, PNG, GIF, WebP, AVIF or SVG), a video (MP4 or WebM), audio (MP3, M4A, OGG, WAV or FLAC) or a file such as PDF, ZIP, Word, Excel or CSV.';

const multipartErrors: Record<MultipartErrorCode, () => AppError> = {
  not_multipart: () => new AppError('unsupported_media_type', 'Send the file as multipart/form-data.'),
  malformed: () => invalidFieldError('file', 'The upload couldn’t be read. Try again.'),
  wrong_parts: () => invalidFieldError('file', 'Send one file in the field ‘file’, and nothing else.'),
  too_large: () => fileTooLargeError(),
  broken_off: () => invalidFieldError('file', 'The upload was interrupted. Try again.'),
};

const mediaErrors: Record<MediaErrorCode, () => AppError> = {
  unknown_type: () =>
    new AppError(
      'unsupported_media_type',
      `This file type isn’t supported, or the file isn’t what its name says. ${ACCEPTED_FORMATS}`,
    ),
  too_many_pixels: () =>
    invalidFieldError('file', 'This image is too large. The limit is 40 megapixels, counting all frames.'),
  too_many_frames: () => invalidFieldError('file', 'This image has too many frames. The limit is 200.'),
  too_slow: () =>
    invalidFieldError('file', 'This file takes too long to process. Save it at a smaller size and try again.'),
  no_space: () => diskFullError(),
  truncated: () =>
    new AppError(
      'unsupported_media_type',
      'This video is incomplete: its end is missing. Export or copy it again, then upload it.',
    ),
  damaged: () =>
    new AppError(
      'unsupported_media_type',
      `This file is damaged and can’t be opened. Save it again, then upload the new file.`,
    ),
};

export function fileTooLargeError(): AppError {
  return new AppError(
    'payload_too_large',
    'This file is too large. The limit is 10 MB for an image, 100 MB for a video, and 50 MB for audio and other files.',
  );
}

export const toMediaError = (errorCode: MediaErrorCode) => mediaErrors[errorCode]();

/** Converts a multipart error to a message for users; any other error is returned unchanged. */
export function toMultipartAppError(error: unknown): unknown {
  return error instanceof MultipartError ? multipartErrors[error.errorCode]() : error;
}
