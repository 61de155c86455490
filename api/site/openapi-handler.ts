import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from 'hono';
import { decodeObject, encodeObject, hashObject } from '#api/releases/object-codec.ts';
import { matchesEtag, negotiateEncoding } from './content-negotiation.ts';

const CONTENT_TYPE = 'application/json; charset=utf-8';
/** Characters of JSON that are made between two turns of the event loop. */
const PART_LENGTH = 250_000;

type OpenApiDocument = { paths?: Record<string, unknown> };

/** Answers with a document that never changes while the server runs: made at the first request and kept compressed. */
export function createOpenApiHandler(createDocument: () => Promise<OpenApiDocument>) {
  let stored: Promise<{ hash: string; compressed: Buffer }> | undefined;
  async function store() {
    const bytes = await stringifyInParts(await createDocument());
    return { hash: hashObject(bytes), compressed: await encodeObject(bytes, CONTENT_TYPE, { isUrgent: false }) };
  }
  return async ({ req }: Context): Promise<Response> => {
    stored ??= store();
    const { hash, compressed } = await stored;
    const etag = `"${hash}"`;
    // Weak, since it names all encodings.
    const headers = { ETag: `W/${etag}`, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
    if (matchesEtag(req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
    const encoding = negotiateEncoding(req.header('Accept-Encoding'));
    const body = await decodeObject(compressed, { hash, contentType: CONTENT_TYPE }, encoding);
    return new Response(new Uint8Array(body), {
      headers: {
        ...headers,
        'Content-Type': CONTENT_TYPE,
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      },
    });
  };
}

/** `JSON.stringify` of five megabytes holds the event loop for 50 ms. */
async function stringifyInParts({ paths = {}, ...others }: OpenApiDocument): Promise<Buffer> {
  const parts = [Buffer.from(`${JSON.stringify(others).slice(0, -1)},"paths":{`)];
  let part: string[] = [];
  let length = 0;
  const entries = Object.entries(paths);
  for (const [index, [path, operations]] of entries.entries()) {
    const json = `${JSON.stringify(path)}:${JSON.stringify(operations)}`;
    part.push(json);
    length += json.length;
    if (length < PART_LENGTH && index < entries.length - 1) continue;
    parts.push(Buffer.from(part.join(',') + (index < entries.length - 1 ? ',' : '')));
    [part, length] = [[], 0];
    await turn();
  }
  return Buffer.concat([...parts, Buffer.from('}}')]);
}
