import { open } from 'node:fs/promises';

/** What a picture may have, all frames together. */
export const MAX_PIXELS = 40_000_000;
/** How far into a file its size is looked for, bytes; what stands before it in a photo is at most that. */
const HEAD_BYTES = 256 * 1024;

/**
 * How many pixels a picture says that it has (JPEG, PNG, GIF, WebP, AVIF), or null when that is not said where it
 * belongs. Believes nothing and decodes nothing: it only spares a process to what would be refused anyway.
 */
export async function readDeclaredPixelCount(path: string): Promise<number | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return parsePixelCount(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function parsePixelCount(head: Buffer): number | null {
  const starts = (text: string, at = 0) => head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return starts('IHDR', 12) && has(head, 24) ? bigEndian(head, 16) : null;
  if (starts('GIF8')) return has(head, 10) ? head.readUInt16LE(6) * head.readUInt16LE(8) : null;
  if (starts('\xff\xd8')) return parseJpegPixelCount(head);
  if (starts('RIFF') && starts('WEBP', 8)) return parseWebpPixelCount(head);
  if (starts('ftyp', 4)) return parseAvifPixelCount(head);
  return null;
}

const has = (head: Buffer, bytes: number) => head.length >= bytes;
const bigEndian = (head: Buffer, at: number) => head.readUInt32BE(at) * head.readUInt32BE(at + 4);

/** From segment to segment up to the frame (SOF), which is not one of the tables that share its range. */
function parseJpegPixelCount(head: Buffer): number | null {
  for (let at = 2; has(head, at + 9) && head[at] === 0xff;) {
    const marker = head[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return head.readUInt16BE(at + 5) * head.readUInt16BE(at + 7);
    // A byte that only fills; or a segment with its length.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

function parseWebpPixelCount(head: Buffer): number | null {
  if (!has(head, 30)) return null;
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (1 + head.readUIntLE(24, 3)) * (1 + head.readUIntLE(27, 3));
  if (kind === 'VP8 ') return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff));
}

/** The largest of the sizes that its parts have ('ispe'): the picture itself is never smaller than one of them. */
function parseAvifPixelCount(head: Buffer): number | null {
  const box = Buffer.from('\0\0\0\x14ispe\0\0\0\0', 'latin1');
  let most: number | null = null;
  for (let at = head.indexOf(box); at !== -1; at = head.indexOf(box, at + box.length)) {
    if (has(head, at + 20)) most = Math.max(most ?? 0, bigEndian(head, at + 12));
  }
  return most;
}
