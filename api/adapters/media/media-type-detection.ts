import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { FILE_TYPES, getExtension } from '#api/domain/file-types.ts';

/** Accepted images and videos, each with other names under which a browser may declare it. */
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
/** Names of the library that differ from ours. */
const TYPE_ALIASES: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' };
/** Of those that are known by their bytes. */
const EXTENSIONS = new Map(
  Object.entries(FILE_TYPES).flatMap(([extension, { contentType, aliases }]) =>
    extension === 'csv' || extension === 'txt'
      ? []
      : [contentType, ...aliases].map((type) => [type, extension] as const),
  ),
);
/** The type that a browser declares for an unknown file. */
const UNDECLARED = ['', 'application/octet-stream'];
/** How far into a file its first element may be, bytes. */
const SVG_HEAD_BYTES = 4096;
const SVG = /^(?:<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>|\s)*<svg[\s>]/;

/** The type of a file by its bytes; null when it is not accepted, or was declared as another type. */
export async function detectMediaType(path: string, declared: string): Promise<string | null> {
  const detectedType = (await isSvg(path)) ? 'image/svg+xml' : ((await fileTypeFromFile(path))?.mime ?? '');
  const type = TYPE_ALIASES[detectedType] ?? detectedType;
  const aliases = ACCEPTED_TYPES[type];
  if (!aliases) return null;
  return [type, ...aliases, ...UNDECLARED].includes(declared.toLowerCase()) ? type : null;
}

/**
 * The ending of a file that is stored as it is, by its bytes; null when it is not accepted, or was declared as another type. Text has no
 * mark of its own: it is what its name says, where its start can be read as text.
 */
export async function detectFileExtension(path: string, { name = '', declaredType = '' }): Promise<string | null> {
  const detected = (await fileTypeFromFile(path))?.mime;
  const named = getExtension(name);
  const isNamedText = detected === undefined && (named === 'csv' || named === 'txt') && (await isText(path));
  const extension = isNamedText ? named : (EXTENSIONS.get(detected ?? '') ?? null);
  if (extension === null) return null;
  const { contentType, aliases } = FILE_TYPES[extension] ?? { contentType: '', aliases: [] };
  return [contentType, ...aliases, ...UNDECLARED].includes(declaredType.toLowerCase()) ? extension : null;
}

/** How much of a text is looked at, bytes. */
const TEXT_HEAD_BYTES = 65_536;

async function isText(path: string): Promise<boolean> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(TEXT_HEAD_BYTES) });
  const head = buffer.subarray(0, bytesRead);
  return bytesRead > 0 && !head.includes(0);
}

async function isSvg(path: string): Promise<boolean> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(SVG_HEAD_BYTES) });
  return SVG.test(buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, ''));
}
