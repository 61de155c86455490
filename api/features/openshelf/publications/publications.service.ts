import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type {
  listPublicationsQuery,
  publicationDetailResponse,
  publicationsResponse,
} from './publications.contract.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

export async function listPublications(
  _deps: ReadDeps,
  _query: z.infer<typeof listPublicationsQuery>,
): Promise<z.infer<typeof publicationsResponse>> {
  throw new Error('listPublications is not built yet.');
}

export async function getPublication(
  _deps: ReadDeps,
  _id: number,
  _userId: number,
): Promise<z.infer<typeof publicationDetailResponse>> {
  throw new Error('getPublication is not built yet.');
}
