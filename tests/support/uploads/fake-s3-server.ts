import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const REGION = 'ap-test-1';
export const S3_KEYS = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret that nobody else knows' };

/**
 * A service that speaks as much S3 as a bucket of files needs: PUT, GET with ranges, HEAD, DELETE and lists, each only with a
 * true signature (SigV4, with the payload's hash where one is given). Written from the protocol, not from our client.
 */
export async function startFakeS3Server(bucket: string) {
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  let refusedMethod: string | null = null;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      calls.push(request.method ?? '');
      const problem = findSignatureError(request, body);
      if (problem) return fail(response, 403, problem);
      if (request.method === refusedMethod) return fail(response, 403, 'AccessDenied');
      const key = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname).slice(1);
      const query = new URL(request.url ?? '', 'http://s3').searchParams;
      if (key.replace(/\/$/, '') === bucket && query.get('list-type') === '2') return list(response, objects, query);
      if (!key.startsWith(`${bucket}/`)) return fail(response, 404, 'NoSuchBucket');
      respond(request, response, objects, { key: key.slice(bucket.length + 1), body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket, region: REGION, ...S3_KEYS },
    objects,
    calls,
    /** From now on the key has no right to this method. */
    refuse: (method: string) => {
      refusedMethod = method;
    },
    /** Makes an object as old as that (UTC ms). */
    setModifiedAt(key: string, modifiedAt: number): void {
      const object = objects.get(key);
      if (object) object.modifiedAt = modifiedAt;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

type StoredObject = { bytes: Buffer; type: string; modifiedAt?: number };
type Objects = Map<string, StoredObject>;

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Objects,
  { key, body }: { key: string; body: Buffer },
) {
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
    response.writeHead(200, { ETag: '"x"' }).end();
    return;
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const object = objects.get(key);
  if (!object) return fail(response, 404, 'NoSuchKey');
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const [start, end] = range ? [Number(range[1]), Number(range[2])] : [0, object.bytes.length - 1];
  const part = object.bytes.subarray(start, end + 1);
  response.writeHead(range ? 206 : 200, {
    'Content-Type': object.type,
    'Content-Length': part.length,
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${object.bytes.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

/** Objects that a list answers with at once: few, so that its next pages are asked for. */
const LIST_MAX = 3;

/** ListObjectsV2, without what lies in folders beneath the prefix. */
function list(response: ServerResponse, objects: Objects, query: URLSearchParams) {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/') && key > after)
    .sort();
  const shown = keys.slice(0, LIST_MAX);
  const contents = shown.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size><LastModified>${new Date(
        objects.get(key)?.modifiedAt ?? Date.now(),
      ).toISOString()}</LastModified></Contents>`,
  );
  const isTruncated = keys.length > shown.length;
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`,
  );
}

/** What is wrong with the signature of a request, or null. */
function findSignatureError(request: IncomingMessage, body: Buffer): string | null {
  const credentials =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, key, day = '', region = '', names = '', signature] = credentials ?? [];
  if (key !== S3_KEYS.accessKeyId || region !== REGION) return 'InvalidAccessKeyId';
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '', 'http://s3');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${S3_KEYS.secretAccessKey}`,
  );
  return hmac(signing, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function fail(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(response.req.method === 'HEAD' ? undefined : xml);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
