import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#api/env.ts';
import { FileStoreUnavailableError, type ListedFileStore } from './file-store.ts';

/** Where uploads are in the bucket. */
const UPLOADS_FOLDER = 'uploads/';
/** An object that only `check` writes and reads. */
const CHECK_KEY = 'storage-check';
const CONNECT_TIMEOUT_MS = 3_000;
/** How long the bucket may send and take nothing, milliseconds. */
const SILENCE_TIMEOUT_MS = 10_000;

/** Files in a bucket of any service with the S3 protocol. The client library is loaded at the first call, not at the start. */
export function createS3Files(settings: S3Settings, folder = UPLOADS_FOLDER): ListedFileStore {
  let loading: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;
  const load = () => {
    loading ??= connect(settings);
    return loading;
  };
  const toObjectKey = (name: string) => ({ Bucket: settings.bucket, Key: `${folder}${name}` });

  return {
    async put(name, path, contentType) {
      const { sdk, client } = await load();
      const { size } = await stat(path);
      const Body = createReadStream(path);
      await client
        .send(new sdk.PutObjectCommand({ ...toObjectKey(name), Body, ContentLength: size, ContentType: contentType }))
        .catch(throwUnavailable);
      await rm(path, { force: true });
    },
    async size(name) {
      const { sdk, client } = await load();
      try {
        return (await client.send(new sdk.HeadObjectCommand(toObjectKey(name)))).ContentLength ?? null;
      } catch (error) {
        if (error instanceof sdk.NotFound || error instanceof sdk.NoSuchKey) return null;
        throwUnavailable(error);
      }
    },
    async read(name, range) {
      const { sdk, client } = await load();
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...toObjectKey(name), ...(Range && { Range }) }));
        return Body as Readable;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throwUnavailable(error);
      }
    },
    async delete(names) {
      const { sdk, client } = await load();
      const deletions = names.map((name) => client.send(new sdk.DeleteObjectCommand(toObjectKey(name))));
      await Promise.all(deletions).catch(throwUnavailable);
    },
    async check() {
      const { sdk, client } = await load();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(toObjectKey(CHECK_KEY)));
        (Body as Readable).on('error', () => undefined).destroy();
        return;
      } catch (error) {
        // Without the right to list, a bucket answers 403 for an object that it doesn't have.
        const isMissing = error instanceof sdk.NoSuchKey || (error as Error).name === 'AccessDenied';
        if (!isMissing) throwUnavailable(error);
      }
      await client
        .send(new sdk.PutObjectCommand({ ...toObjectKey(CHECK_KEY), Body: 'ok', ContentType: 'text/plain' }))
        .catch(throwUnavailable);
    },
    async list() {
      const { sdk, client } = await load();
      const request = { Bucket: settings.bucket, Prefix: folder, Delimiter: '/' };
      const files = [];
      for await (const page of sdk.paginateListObjectsV2({ client }, request)) {
        files.push(...(page.Contents ?? []));
      }
      return files.map(({ Key = '', Size = 0 }) => ({ name: Key.slice(folder.length), bytes: Size }));
    },
  };
}

const KEYS_REFUSED = 'The bucket refuses our access key.';
/** By the code of the response. */
const REFUSALS: Record<string, string> = {
  NoSuchBucket: 'The bucket doesn’t exist.',
  AccessDenied: 'The access key may not read and write in the bucket.',
  InvalidAccessKeyId: KEYS_REFUSED,
  SignatureDoesNotMatch: KEYS_REFUSED,
};

const CONNECTION_ERROR = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET)/;

/** The SDK marks a request that failed by its metadata, but for one that streams a file, which it does not repeat. */
function throwUnavailable(error: unknown): never {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  const isOfRequest = error instanceof Error && '$metadata' in error;
  if (!isOfRequest && name !== 'TimeoutError' && !CONNECTION_ERROR.test(code)) throw error;
  throw new FileStoreUnavailableError(REFUSALS[name] ?? 'The bucket doesn’t answer.', { cause: error });
}

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Path-style addresses and plain bodies: every S3-compatible service supports these.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  return { sdk, client };
}
