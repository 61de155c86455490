import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#api/env.ts';
import { createDiskFiles } from './disk-files.ts';
import { cacheFileSizes } from './file-sizes.ts';
import { createMediaProcessor } from './media/media-processor.ts';
import { createS3Files } from './s3-files.ts';

const QUOTA_BYTES = 5 * 1024 ** 3;

/** The store of images and videos: DATA_DIR/uploads, or a bucket when its settings are given. */
export function createUploadDeps(env: Env) {
  const directory = join(env.DATA_DIR, 'uploads');
  return {
    // A size in a bucket costs a network call, so it is cached; the disk is read each time.
    files: env.s3 ? cacheFileSizes(createS3Files(env.s3)) : createDiskFiles(join(directory, 'files')),
    uploads: {
      directory,
      quotaBytes: QUOTA_BYTES,
      getDiskSpace: async () => {
        const { bavail, blocks, bsize } = await statfs(env.DATA_DIR);
        return { free: bavail * bsize, total: blocks * bsize };
      },
      media: createMediaProcessor(),
    },
  };
}
