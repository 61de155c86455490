import PQueue from 'p-queue';
import type { S3Settings } from '#api/env.ts';
import type { ObjectBucket } from './object-bucket.ts';
import { createS3Loader, throwUnavailable } from './s3-client.ts';

/** Where the objects of releases are in the bucket. */
const OBJECTS_FOLDER = 'objects/';
/** One request each: not every service takes a list of them. */
const DELETIONS_AT_ONCE = 8;

/** The objects of releases in a bucket of any service with the S3 protocol. */
export function createS3Objects(settings: S3Settings): ObjectBucket {
  const load = createS3Loader(settings);
  const toObjectKey = (name: string) => ({ Bucket: settings.bucket, Key: `${OBJECTS_FOLDER}${name}` });

  return {
    async put(name, bytes) {
      const { sdk, client } = await load();
      await client.send(new sdk.PutObjectCommand({ ...toObjectKey(name), Body: bytes })).catch(throwUnavailable);
    },
    async get(name) {
      const { sdk, client } = await load();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(toObjectKey(name)));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throwUnavailable(error);
      }
    },
    async delete(names) {
      const { sdk, client } = await load();
      const queue = new PQueue({ concurrency: DELETIONS_AT_ONCE });
      const deletions = names.map((name) => () => client.send(new sdk.DeleteObjectCommand(toObjectKey(name))));
      await queue.addAll(deletions).catch(throwUnavailable);
    },
    async list() {
      const { sdk, client } = await load();
      const objects = [];
      const request = { Bucket: settings.bucket, Prefix: OBJECTS_FOLDER };
      try {
        for await (const page of sdk.paginateListObjectsV2({ client }, request)) {
          for (const { Key = '', LastModified } of page.Contents ?? [])
            objects.push({ name: Key.slice(OBJECTS_FOLDER.length), modifiedAt: LastModified?.getTime() ?? 0 });
        }
      } catch (error) {
        throwUnavailable(error);
      }
      return objects;
    },
  };
}
