import type { IncomingMessage } from 'node:http';
import { describeType, parseContentType } from './content-type.ts';
import { FetchError } from './fetch-error.ts';
import { readBytes, type ReadOptions } from './read-bytes.ts';

/** Types under which servers send what can be shown. What the file really is, its bytes decide when it is decoded. */
export const IMAGE_TYPES = ['image/avif', 'image/webp', 'image/png', 'image/apng', 'image/jpeg', 'image/gif'];
const OTHER_NAMES = ['image/jpg', 'image/pjpeg', 'image/x-png'];

/**
 * The bytes of an image. SVG is refused: it is a program for its renderer, whose memory nothing bounds.
 * @throws FetchError when the server says that it is something else, or it is too large
 */
export async function readImage(response: IncomingMessage, options: ReadOptions): Promise<{ bytes: Buffer }> {
  const type = parseContentType(response.headers['content-type']);
  if (type?.essence === 'image/svg+xml')
    throw new FetchError('The image is an SVG drawing, which can’t be shown safely, so it wasn’t loaded.');
  if (!type || ![...IMAGE_TYPES, ...OTHER_NAMES].includes(type.essence))
    throw new FetchError(`The address leads to ${describeType(type)}. Only images can be shown here.`);
  return { bytes: await readBytes(response, options) };
}
