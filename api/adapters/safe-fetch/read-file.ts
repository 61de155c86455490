import type { IncomingMessage } from 'node:http';
import { describeType, parseContentType } from './content-type.ts';
import { FetchError } from './fetch-error.ts';
import { readBytes, type ReadOptions } from './read-bytes.ts';

/**
 * The bytes of a file. What it really is, they decide when it is stored; a page stands where a site says in words that a file is gone.
 * @throws FetchError when it is a page, or too large
 */
export async function readFile(response: IncomingMessage, options: ReadOptions): Promise<{ bytes: Buffer }> {
  const type = parseContentType(response.headers['content-type']);
  if (type?.essence === 'text/html' || type?.essence === 'application/xhtml+xml')
    throw new FetchError(`The address leads to ${describeType(type)}, which is a page.`);
  return { bytes: await readBytes(response, options) };
}
