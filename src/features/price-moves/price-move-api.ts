import type { PriceMoveObstacle } from '#api/domain/enums.ts';
import type { MoveMemberJson } from '#api/features/price-moves/price-moves.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest } from '#src/lib/api-types.ts';

export type NewMove = RouteRequest<'post', '/api/admin/price-moves'>['json'];

export const fetchPriceMoves = (signal: AbortSignal) => api.get('/api/admin/price-moves', { signal });

export const startPriceMove = (json: NewMove) => api.post('/api/admin/price-moves', { json });

/** A page of them, behind the member with the id `after`. */
export const fetchMoveMembers = (id: string, after: number, signal: AbortSignal) =>
  api.get('/api/admin/price-moves/:id/members', { param: { id }, query: { after }, signal });

export const cancelPriceMove = (id: string) => api.post('/api/admin/price-moves/:id/cancel', { param: { id } });

const OBSTACLES: Record<PriceMoveObstacle, string> = {
  ended: 'has ended',
  set_to_end: 'is set to end',
  past_due: 'the last payment failed',
  paused: 'is paused',
  other_change: 'another change waits',
  other_price: 'has another price by now',
};

const STATES: Record<MoveMemberJson['state'], string> = {
  waiting: 'Waits for its renewal',
  scheduled: 'Told, moves with the next renewal',
  moved: 'Moved',
  left_out: 'Left out',
  cancelled: 'Keeps the price',
};

/** 'Left out: is set to end' */
export const describeMember = ({ state, obstacle }: MoveMemberJson): string =>
  obstacle === null ? STATES[state] : `${STATES[state]}: ${OBSTACLES[obstacle]}`;
