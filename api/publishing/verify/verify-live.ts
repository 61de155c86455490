import { createHash } from 'node:crypto';
import { VERIFICATION_AGENT } from '#api/domain/verification-agent.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';

/** Fetches a path as a visitor would, without following redirects. */
export type PublicFetch = (path: string) => Promise<{ status: number; location: string | null; body: Buffer }>;

/** Addresses that are fetched at the same time. */
const CONCURRENT_CHECKS = 100;

/** A public response differs from the published one at `path`. */
export class VerificationError extends Error {
  override name = 'VerificationError';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Fetches every changed and removed path over HTTP and compares hashes. @throws VerificationError at the first difference. */
export async function verifyLive(
  fetchPublic: PublicFetch,
  changed: readonly ReleaseEntry[],
  removed: readonly string[],
): Promise<void> {
  const checks = [
    ...changed.filter((entry) => entry.status !== 404).map((entry) => () => verifyEntry(fetchPublic, entry)),
    ...removed.map((path) => () => verifyRemoved(fetchPublic, path)),
  ];
  // Thousands of redirects can change at once: a connection for each would leave none for visitors.
  for (let start = 0; start < checks.length; start += CONCURRENT_CHECKS) {
    await Promise.all(checks.slice(start, start + CONCURRENT_CHECKS).map((check) => check()));
  }
}

async function verifyEntry(fetchPublic: PublicFetch, entry: ReleaseEntry): Promise<void> {
  const actual = await fetchPublic(entry.path);
  const hash = createHash('sha256').update(actual.body).digest('hex');
  const isMatch = entry.location ? actual.location === entry.location : hash === entry.hash;
  if (actual.status !== entry.status || !isMatch) {
    throw new VerificationError(
      entry.path,
      `${entry.path} was published but returns different content (status ${actual.status}).`,
    );
  }
}

async function verifyRemoved(fetchPublic: PublicFetch, path: string): Promise<void> {
  const actual = await fetchPublic(path);
  if (actual.status === 200) throw new VerificationError(path, `${path} was unpublished but can still be reached.`);
}

/** Fetches from this server's own address. */
export function createLoopbackFetch(origin: () => string): PublicFetch {
  return async (path) => {
    const response = await fetch(`${origin()}${path}`, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity', 'user-agent': VERIFICATION_AGENT },
    });
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
