import type { StoredImage } from '#api/domain/image-variants.ts';
import type { StoredFile } from '#db/schema/uploads.ts';

/**
 * A file to process; its results are written into `directory`, under names that begin with `hash`. `isPreview`: an image of a
 * stranger, made into one small still picture; SVG and videos are rejected.
 */
export type MediaJob = {
  path: string;
  hash: string;
  /** What it was called where it comes from. */
  name?: string;
  declaredType: string;
  directory: string;
  isPreview?: boolean;
};

/** Input of the process: the file, and how much processor time reading it may take (ms). */
export type MediaWorkerRequest = MediaJob & { decodeMs: number };

/** Why a file is rejected. */
export type MediaErrorCode =
  'unknown_type' | 'too_many_pixels' | 'too_many_frames' | 'too_slow' | 'damaged' | 'truncated' | 'no_space';

export type ProcessedImage = { kind: 'image'; image: StoredImage; files: StoredFile[] };
export type CopiedVideo = { kind: 'video'; contentType: string; width: number; height: number; files: StoredFile[] };
/** Audio, or any other file: stored as it is. */
export type KeptFile = { kind: 'audio' | 'file'; contentType: string; files: StoredFile[] };
export type MediaWorkerResponse = ProcessedImage | CopiedVideo | KeptFile | { rejected: MediaErrorCode };

/** Printed once the upload is decoded: white space, before the response. */
export const DECODED_SIGNAL = '\n';
