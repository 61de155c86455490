import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#api/env.ts';
import { FileStoreUnavailableError } from './file-store.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** How long the bucket may send and take nothing, milliseconds. */
const SILENCE_TIMEOUT_MS = 10_000;

/** Loads the client library and connects at the first call, not at the start. */
export function createS3Loader(settings: S3Settings): () => ReturnType<typeof connect> {
  let loading: ReturnType<typeof connect> | undefined;
  return () => {
    loading ??= connect(settings);
    return loading;
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

/** Failures are thrown, and logged by whoever catches them; the SDK's own warnings would be lines on the terminal. */
const ignore = () => undefined;
const SILENT_LOGGER = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const CONNECTION_ERROR = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET)/;

/**
 * Throws a FileStoreUnavailableError for what the bucket or the network says, and any other error unchanged. The SDK marks a request that
 * failed by its metadata, but for one that streams a file, which it does not repeat.
 */
export function throwUnavailable(error: unknown): never {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  const isOfRequest = error instanceof Error && '$metadata' in error;
  if (!isOfRequest && name !== 'TimeoutError' && !CONNECTION_ERROR.test(code)) throw error;
  throw new FileStoreUnavailableError(REFUSALS[name] ?? 'The bucket doesn’t answer.', { cause: error });
}

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Path-style addresses and plain bodies: every S3-compatible service supports these.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: SILENT_LOGGER,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  return { sdk, client };
}
