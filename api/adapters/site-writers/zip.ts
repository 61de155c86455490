import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
/** 1980-01-01, the first day that a zip knows. */
const [NO_TIME, NO_DAY] = [0, 0x21];
/** Names are UTF-8. */
const FLAGS = 0x800;
const VERSION = 20;
const [STORED, DEFLATED] = [0, 8];

/**
 * Files as a zip, one after the other as it is read: only one of them is in the memory. Each says its length before its bytes, where streams of zip
 * libraries say it behind them, for which a reader has to search. For up to 4 GB and 65,535 files.
 */
export async function* createZip(
  files: AsyncIterable<{ path: string; content: string | Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { path, content } of files) {
    const name = Buffer.from(path);
    // Images and files are compressed already.
    const isText = typeof content === 'string';
    const bytes = isText ? Buffer.from(content) : content;
    const stored = isText ? await deflate(bytes) : bytes;
    const facts = toFacts({ name, bytes, stored, method: isText ? DEFLATED : STORED });
    const head = Buffer.concat([toNumbers([4, 0x04034b50]), facts, name]);
    directory.push(
      Buffer.concat([
        toNumbers([4, 0x02014b50], [2, VERSION]),
        facts,
        toNumbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
        name,
      ]),
    );
    at += head.length + stored.length;
    yield head;
    yield stored;
  }
  const end = Buffer.concat(directory);
  const count = directory.length;
  yield end;
  yield toNumbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, end.length], [4, at], [2, 0]);
}

type Entry = { name: Buffer; bytes: Uint8Array; stored: Uint8Array; method: number };

/** What stands before the file and in the directory at the end alike. */
const toFacts = ({ name, bytes, stored, method }: Entry): Buffer =>
  toNumbers(
    [2, VERSION],
    [2, FLAGS],
    [2, method],
    [2, NO_TIME],
    [2, NO_DAY],
    [4, crc32(bytes)],
    [4, stored.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0],
  );

function toNumbers(...fields: (readonly [length: number, value: number])[]): Buffer {
  const numbers = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) at = numbers.writeUIntLE(value, at, length);
  return numbers;
}
