import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Settings } from '#api/env.ts';
import type { ListedFileStore } from './file-store.ts';
import { createS3Loader, throwUnavailable } from './s3-client.ts';

/** Where uploads are in the bucket. */
const UPLOADS_FOLDER = 'uploads/';
/** An object that only `check` writes and reads. */
const CHECK_KEY = 'storage-check';

/** Files in a bucket of any service with the S3 protocol. The client library is loaded at the first call, not at the start. */
export function createS3Files(settings: S3Settings, folder = UPLOADS_FOLDER): ListedFileStore {
  const load = createS3Loader(settings);
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
