import type { IncomingMessage } from 'node:http';
import { describeType, parseContentType } from './content-type.ts';
import { FetchError } from './fetch-error.ts';
import { readBytes, type ReadOptions } from './read-bytes.ts';

export const TEXT_TYPES = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/plain': 'markdown',
} as const;
export type TextFormat = (typeof TEXT_TYPES)[keyof typeof TEXT_TYPES];

/** How far into a page its own statement of the character set is looked for (HTML standard). */
const CHARSET_SCAN_BYTES = 1024;

/** The text of a response, decompressed and decoded. @throws FetchError when it is no text or too large */
export async function readText(response: IncomingMessage, options: ReadOptions) {
  const { format, charset } = readContentType(response.headers['content-type']);
  const bytes = await readBytes(response, options);
  return { format, text: decodeText(bytes, charset ?? (format === 'html' ? findCharset(bytes) : null)) };
}

function readContentType(header: string | undefined): { format: TextFormat; charset: string | null } {
  const type = parseContentType(header);
  const format = TEXT_TYPES[type?.essence as keyof typeof TEXT_TYPES];
  if (type && format) return { format, charset: type.params.get('charset') };
  throw new FetchError(
    `The address leads to ${describeType(type)}. Only HTML, Markdown and plain text can be read here.`,
  );
}

function decodeText(bytes: Buffer, charset: string | null): string {
  try {
    return new TextDecoder(readByteOrderMark(bytes) ?? charset ?? 'utf-8').decode(bytes);
  } catch {
    throw new FetchError('The text is in a character set that we can’t read.');
  }
}

function readByteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** What the page says of itself: `<meta charset="…">`, or the same within `http-equiv`. */
function findCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, CHARSET_SCAN_BYTES).toString('latin1');
  const charset = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w:-]{1,40})/i.exec(start)?.[1] ?? null;
  // A page in UTF-16 could not be scanned like this: the statement is wrong.
  return charset?.toLowerCase().startsWith('utf-16') ? 'utf-8' : charset;
}
