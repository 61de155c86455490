import type {
  RehearsalJson,
  RehearsalRecordJson,
} from '#api/features/purchase-rehearsal/purchase-rehearsal.contract.ts';
import { api } from '#src/lib/api-client.ts';

export type PurchaseRehearsal = RehearsalJson;
export type Rehearsal = NonNullable<RehearsalJson['rehearsal']>;
export type RehearsedPurchase = Rehearsal['purchases'][number];
export type RehearsalStep = Rehearsal['steps'][number];
export type RehearsalRecord = RehearsedPurchase['records'][number];

const PATH = '/api/admin/purchase-rehearsal';

/** The newest rehearsal, as far as it is. @throws ApiError */
export const fetchRehearsal = (signal: AbortSignal): Promise<PurchaseRehearsal> => api.get(PATH, { signal });

/** Begins a rehearsal. @throws ApiError, as while one runs */
export const startRehearsal = (): Promise<PurchaseRehearsal> => api.post(PATH, {});

/** A page or an email that the customer saw. @throws ApiError */
export const fetchRecord = (id: number, signal: AbortSignal): Promise<RehearsalRecordJson> =>
  api.get(`${PATH}/records/:id`, { param: { id }, signal });
