import type { Deps } from '#api/deps.ts';
import { listMadeKeys } from '#api/features/api-keys/api-keys.service.ts';

/** The API keys that end when this user loses the right to have them. */
export const getMadeKeys = (deps: Pick<Deps, 'db'>, id: number) => listMadeKeys(deps, id);
