import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import {
  createPromotionCodeRequest,
  promotionCodeParams,
  promotionCodeResponse,
  promotionCodesResponse,
} from './promotion-codes.contract.ts';
import { createPromotionCode, deactivatePromotionCode, listPromotionCodes } from './promotion-codes.service.ts';

export function promotionCodeRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Products and plans (admin)', access: 'settings.manage' })
    .get(
      '/',
      {
        summary: 'List the promotion codes, the newest first',
        answer: promotionCodesResponse,
        fails: ['conflict', 'unavailable'],
      },
      () => listPromotionCodes(deps),
    )
    .post(
      '/',
      {
        summary: 'Create a promotion code that buyers enter on the payment page',
        body: createPromotionCodeRequest,
        answer: promotionCodeResponse,
        status: 201,
        fails: ['conflict', 'unavailable'],
      },
      ({ body, caller }) => createPromotionCode(deps, body, caller.user.id),
    )
    .post(
      '/:id/deactivate',
      {
        summary: 'End a promotion code; who has used it keeps the discount',
        params: promotionCodeParams,
        answer: promotionCodeResponse,
        fails: ['not_found', 'conflict', 'unavailable'],
      },
      ({ params, caller }) => deactivatePromotionCode(deps, params.id, caller.user.id),
    )
    .build();
}
