import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import {
  changedMoveResponse,
  moveMembersQuery,
  moveMembersResponse,
  moveParams,
  priceMovesResponse,
  startMoveRequest,
} from './price-moves.contract.ts';
import { cancelPriceMove, listMoveMembers, listPriceMoves, startPriceMove } from './price-moves.service.ts';

/** Subscribers of earlier prices, and their moves to the prices that plans are sold for. */
export function priceMoveRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Billing (admin)', access: 'billing.manage' })
    .get(
      '/',
      { summary: 'List plans with subscribers at earlier prices, and the moves', answer: priceMovesResponse },
      () => listPriceMoves(deps),
    )
    .post(
      '/',
      {
        summary: 'Move subscribers of earlier prices to the price that the plan is sold for, with notice',
        body: startMoveRequest,
        answer: changedMoveResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => startPriceMove(deps, caller.user.id, body),
    )
    .get(
      '/:id/members',
      {
        summary: 'List the subscribers of a move, each with what became of it',
        params: moveParams,
        query: moveMembersQuery,
        answer: moveMembersResponse,
        fails: ['not_found'],
      },
      ({ params, query }) => listMoveMembers(deps, params.id, query),
    )
    .post(
      '/:id/cancel',
      {
        summary: 'Cancel a move; who was told gets an email that the price stays',
        params: moveParams,
        answer: changedMoveResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, caller }) => cancelPriceMove(deps, caller.user.id, params.id),
    )
    .build();
}
