import { open } from 'node:fs/promises';

/** Maximum of an image, all frames together. */
export const MAX_PIXELS = 40_000_000;
/** How far into a file its size is searched, bytes; the metadata before it in a photo is shorter. */
const HEAD_BYTES = 256 * 1024;

/**
 * How many pixels the header of an image declares (JPEG, PNG, GIF, WebP, AVIF), or null when it declares none. Nothing is
 * decoded: it only saves starting a process for what would be rejected anyway.
 */
export async function readDeclaredPixelCount(path: string): Promise<number | null> {
  await using handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) });
  return parsePixelCount(buffer.subarray(0, bytesRead));
}

function parsePixelCount(header: Buffer): number | null {
  const starts = (text: string, at = 0) => header.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return starts('IHDR', 12) && has(header, 24) ? bigEndian(header, 16) : null;
  if (starts('GIF8')) return has(header, 10) ? header.readUInt16LE(6) * header.readUInt16LE(8) : null;
  if (starts('\xff\xd8')) return parseJpegPixelCount(header);
  if (starts('RIFF') && starts('WEBP', 8)) return parseWebpPixelCount(header);
  if (starts('ftyp', 4)) return parseAvifPixelCount(header);
  return null;
}

const has = (header: Buffer, bytes: number) => header.length >= bytes;
const bigEndian = (header: Buffer, at: number) => header.readUInt32BE(at) * header.readUInt32BE(at + 4);

/** From segment to segment up to the frame (SOF), which is not one of the tables that share its range. */
function parseJpegPixelCount(header: Buffer): number | null {
  for (let at = 2; has(header, at + 9) && header[at] === 0xff;) {
    const marker = header[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return header.readUInt16BE(at + 5) * header.readUInt16BE(at + 7);
    // A fill byte, or a segment with its length.
    at += marker === 0xff ? 1 : 2 + header.readUInt16BE(at + 2);
  }
  return null;
}

function parseWebpPixelCount(header: Buffer): number | null {
  if (!has(header, 30)) return null;
  const kind = header.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (1 + header.readUIntLE(24, 3)) * (1 + header.readUIntLE(27, 3));
  if (kind === 'VP8 ') return (header.readUInt16LE(26) & 0x3fff) * (header.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const bits = header.readUInt32LE(21);
  return (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff));
}

/** The largest of the sizes that its parts have ('ispe'): the image itself is never smaller than one of them. */
function parseAvifPixelCount(header: Buffer): number | null {
  const box = Buffer.from('\0\0\0\x14ispe\0\0\0\0', 'latin1');
  let most: number | null = null;
  for (let at = header.indexOf(box); at !== -1; at = header.indexOf(box, at + box.length)) {
    if (has(header, at + 20)) most = Math.max(most ?? 0, bigEndian(header, at + 12));
  }
  return most;
}
