import { type FileHandle, open } from 'node:fs/promises';

/** Enough for the header of any box or element, bytes. */
const HEADER_BYTES = 16;

/** Whether every box at the top level of an MP4 ends within the file: false for one that was cut off. */
export function isWholeMp4(path: string): Promise<boolean> {
  return withFile(path, async (file, size) => {
    let at = 0;
    while (at < size) {
      const header = await readAt(file, at);
      if (header.length < 8) return false;
      const short = header.readUInt32BE(0);
      // 0 means 'up to the end of the file', 1 that a size of 64 bits follows.
      if (short === 0) return true;
      if (short === 1 && header.length < 16) return false;
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      if (length < 8 || at + length > size) return false;
      at += length;
    }
    return true;
  });
}

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;

/**
 * The same for the elements of a WebM. A segment or cluster of unknown size, as recorders write while they record,
 * ends where the file ends, so that its children are looked at instead.
 */
export function isWholeWebm(path: string): Promise<boolean> {
  return withFile(path, async (file, size) => {
    let at = 0;
    while (at < size) {
      const element = readElement(await readAt(file, at));
      if (!element) return false;
      const { id, headerLength, length } = element;
      at += headerLength;
      if (length === null) {
        if (id !== SEGMENT && id !== CLUSTER) return false;
        continue;
      }
      if (at + length > size) return false;
      at += length;
    }
    return true;
  });
}

/** Id and size of an EBML element; a size of all ones is unknown (null). */
function readElement(header: Buffer): { id: number; headerLength: number; length: number | null } | null {
  const idLength = Math.clz32(header[0] ?? 0) - 23;
  const sizeLength = Math.clz32(header[idLength] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > header.length) return null;
  const id = header.readUIntBE(0, idLength);
  const first = (header[idLength] ?? 0) & (0xff >> sizeLength);
  const payload = header.subarray(idLength + 1, idLength + sizeLength);
  const isUnknown = first === 0xff >> sizeLength && payload.every((byte) => byte === 0xff);
  const length = payload.reduce((sum, byte) => sum * 256 + byte, first);
  return { id, headerLength: idLength + sizeLength, length: isUnknown ? null : length };
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEADER_BYTES), position });
  return buffer.subarray(0, bytesRead);
}

async function withFile(path: string, check: (file: FileHandle, size: number) => Promise<boolean>): Promise<boolean> {
  await using file = await open(path, 'r');
  return await check(file, (await file.stat()).size);
}
