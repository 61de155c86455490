import { AUDIO_TYPES, FILE_TYPES, getExtension } from '#api/domain/file-types.ts';

export type FileKind = 'audio' | 'video' | 'file';

const VIDEO_EXTENSIONS = ['mp4', 'webm'];
/** Of all files that are kept besides images. */
export const KEPT_EXTENSIONS: readonly string[] = [...Object.keys(FILE_TYPES), ...VIDEO_EXTENSIONS];

/** What the file at an address is, by its ending; null for an image, a page and what isn’t kept. Its bytes decide in the end. */
export function getFileKind(address: string): FileKind | null {
  const extension = getExtension(address.replace(/[?#].*$/s, ''));
  if (VIDEO_EXTENSIONS.includes(extension)) return 'video';
  if (extension in AUDIO_TYPES) return 'audio';
  return extension in FILE_TYPES ? 'file' : null;
}
