import { createHash } from 'node:crypto';
import type { Entry } from '#api/releases/manifest.ts';

/** Fetches a path as a visitor would, without following redirects. */
export type FetchPublic = (path: string) => Promise<{ status: number; location: string | null; body: Buffer }>;

/** What a visitor gets is not what was published; `path` says where. */
export class ProofError extends Error {
  override name = 'ProofError';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Asks for every changed and removed path over HTTP and compares. @throws ProofError at the first difference. */
export async function prove(
  fetchPublic: FetchPublic,
  changed: readonly Entry[],
  removed: readonly string[],
): Promise<void> {
  await Promise.all([
    ...changed.filter((entry) => entry.status !== 404).map((entry) => proveEntry(fetchPublic, entry)),
    ...removed.map((path) => proveGone(fetchPublic, path)),
  ]);
}

async function proveEntry(fetchPublic: FetchPublic, entry: Entry): Promise<void> {
  const answer = await fetchPublic(entry.path);
  const hash = createHash('sha256').update(answer.body).digest('hex');
  const isRight = entry.location ? answer.location === entry.location : hash === entry.hash;
  if (answer.status !== entry.status || !isRight) {
    throw new ProofError(
      entry.path,
      `The page ${entry.path} is published but answers something else (${answer.status}).`,
    );
  }
}

async function proveGone(fetchPublic: FetchPublic, path: string): Promise<void> {
  const answer = await fetchPublic(path);
  if (answer.status === 200) throw new ProofError(path, `The page ${path} was taken down but still answers.`);
}

/** Fetches from this server's own address. */
export function createLoopbackFetch(origin: () => string): FetchPublic {
  return async (path) => {
    const response = await fetch(`${origin()}${path}`, {
      redirect: 'manual',
      headers: { 'accept-encoding': 'identity' },
    });
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
