import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** What we take, by its bytes; the second is what else it may be declared as. */
const ACCEPTED_TYPES: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/png': ['image/x-png', 'image/apng'],
  'image/gif': [],
  'image/webp': [],
  'image/avif': [],
  'image/svg+xml': [],
  'video/mp4': ['video/x-m4v'],
  'video/webm': [],
};
/** How the library names some of them. */
const TYPE_ALIASES: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' };
/** What a browser says of a file that it does not know. */
const UNDECLARED = ['', 'application/octet-stream'];
/** How far into a file its first element may be, bytes. */
const SVG_HEAD_BYTES = 4096;
const SVG = /^(?:<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>|\s)*<svg[\s>]/;

/** The type of a file by its bytes, or null when we do not take it, or it was declared as something else. */
export async function detectMediaType(path: string, declared: string): Promise<string | null> {
  const detectedType = (await isSvg(path)) ? 'image/svg+xml' : ((await fileTypeFromFile(path))?.mime ?? '');
  const type = TYPE_ALIASES[detectedType] ?? detectedType;
  const aliases = ACCEPTED_TYPES[type];
  if (!aliases) return null;
  return [type, ...aliases, ...UNDECLARED].includes(declared.toLowerCase()) ? type : null;
}

async function isSvg(path: string): Promise<boolean> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(SVG_HEAD_BYTES) });
  return SVG.test(buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, ''));
}
