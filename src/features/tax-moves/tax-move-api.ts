import type { TaxMoveObstacle } from '#api/domain/enums.ts';
import type { TaxMoveMemberJson } from '#api/features/tax-moves/tax-moves.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest } from '#src/lib/api-types.ts';

export type NewTaxMove = RouteRequest<'post', '/api/admin/tax-moves'>['json'];

export const fetchTaxMoves = (signal: AbortSignal) => api.get('/api/admin/tax-moves', { signal });

export const startTaxMove = (json: NewTaxMove) => api.post('/api/admin/tax-moves', { json });

/** A page of them, behind the member with the id `after`. */
export const fetchTaxMoveMembers = (id: string, after: number, signal: AbortSignal) =>
  api.get('/api/admin/tax-moves/:id/members', { param: { id }, query: { after }, signal });

const OBSTACLES: Record<TaxMoveObstacle, string> = {
  ended: 'has ended',
  automatic: 'Stripe works the tax out',
  set_at_stripe: 'its rates were chosen in Stripe. Change them there',
};

const STATES: Record<TaxMoveMemberJson['state'], string> = {
  waiting: 'Is being moved',
  moved: 'Moved',
  left_out: 'Left out',
  cancelled: 'Keeps the rate',
};

/** 'Left out: has ended' */
export const describeTaxMember = ({ state, obstacle }: TaxMoveMemberJson): string =>
  obstacle === null ? STATES[state] : `${STATES[state]}: ${OBSTACLES[obstacle]}`;
