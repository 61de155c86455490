import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import {
  startedTaxMoveResponse,
  startTaxMoveRequest,
  taxMoveMembersQuery,
  taxMoveMembersResponse,
  taxMoveParams,
  taxMovesResponse,
} from './tax-moves.contract.ts';
import { listTaxMoveMembers, listTaxMoves, startTaxMove } from './tax-moves.service.ts';

/** Subscribers at earlier tax rates, and their moves to those that products are sold with. */
export function taxMoveRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Billing (admin)', access: 'billing.manage' })
    .get(
      '/',
      { summary: 'List products with subscribers at earlier tax rates, and the moves', answer: taxMovesResponse },
      () => listTaxMoves(deps),
    )
    .post(
      '/',
      {
        summary: 'Move subscribers of earlier tax rates to the rate of today, from their next payment',
        body: startTaxMoveRequest,
        answer: startedTaxMoveResponse,
        fails: ['conflict'],
      },
      ({ body, caller }) => startTaxMove(deps, caller.user.id, body),
    )
    .get(
      '/:id/members',
      {
        summary: 'List the subscribers of a move to another tax rate, each with what became of it',
        params: taxMoveParams,
        query: taxMoveMembersQuery,
        answer: taxMoveMembersResponse,
        fails: ['not_found'],
      },
      ({ params, query }) => listTaxMoveMembers(deps, params.id, query),
    )
    .build();
}
