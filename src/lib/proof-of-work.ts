import type { problemSchema } from '#api/http/problem.ts';
import type { z } from 'zod';

/** What the server requires beyond a soft rate limit. */
export type ProofOfWork = NonNullable<z.infer<typeof problemSchema>['proof_of_work']>;

/** Hashes computed at a time: enough to use the browser's crypto threads, and few enough to stop early. */
const BATCH = 256;

/**
 * Finds the number that gives the hash of the challenge enough leading zero bits. WebCrypto computes off the main thread, so
 * the page stays responsive without a worker. Where it is missing (http without TLS) the server accepts waiting instead.
 */
export async function solveProofOfWork({ challenge, difficulty_bits, wait_seconds }: ProofOfWork): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    await new Promise((resolve) => setTimeout(resolve, wait_seconds * 1000));
    return challenge;
  }
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const solutions = Array.from({ length: BATCH }, (_, n) => `${challenge}.${first + n}`);
    const digests = await Promise.all(solutions.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))));
    const index = digests.findIndex((digest) => Math.clz32(new DataView(digest).getUint32(0)) >= difficulty_bits);
    if (index >= 0) return solutions[index] as string;
  }
}
