import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { subscriptionParams } from '#api/features/subscriptions/subscriptions.contract.ts';
import { addCoupon, listSubscriptionCoupons, removeCoupon } from './coupons.service.ts';
import { extendSubscription } from './extension.service.ts';
import {
  addCouponRequest,
  couponsQuery,
  couponsResponse,
  extendRequest,
  removeCouponRequest,
  supportedSubscriptionResponse,
} from './support.contract.ts';

const change = { answer: supportedSubscriptionResponse, fails: ['not_found', 'conflict'] } as const;

/** What staff do to somebody’s subscription. The user gets an email, once it can’t be undone any more. */
export function subscriptionSupportRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Subscriptions', access: 'billing.manage' })
    .post(
      '/extend/:subscriptionId',
      {
        summary: 'Add days to a subscription, free of charge',
        ...change,
        params: subscriptionParams,
        body: extendRequest,
      },
      ({ params, body, caller }) => extendSubscription(deps, { ...params, ...body, actorId: caller.user.id }),
    )
    .get(
      '/coupons/:subscriptionId',
      {
        summary: 'List the coupons on a subscription, and those that can be added',
        params: subscriptionParams,
        query: couponsQuery,
        answer: couponsResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, query }) => listSubscriptionCoupons(deps, { ...params, ...query }),
    )
    .post(
      '/add-coupon/:subscriptionId',
      {
        summary: 'Add a coupon to a subscription: one that there is at Stripe, or a new one',
        ...change,
        params: subscriptionParams,
        body: addCouponRequest,
      },
      ({ params, body, caller }) => addCoupon(deps, { ...params, ...body, actorId: caller.user.id }),
    )
    .post(
      '/remove-coupon/:subscriptionId',
      {
        summary: 'Remove a coupon from a subscription',
        ...change,
        params: subscriptionParams,
        body: removeCouponRequest,
      },
      ({ params, body, caller }) => removeCoupon(deps, { ...params, ...body, actorId: caller.user.id }),
    )
    .build();
}
