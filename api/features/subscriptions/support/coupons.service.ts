import { randomUUID } from 'node:crypto';
import type { Payments, ProviderCoupon, ProviderDiscount, ProviderSubscription } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { describeCoupon } from '#api/domain/coupon-words.ts';
import { describeAmountFault } from '#api/domain/charge-amounts.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import {
  type ChangeDeps,
  changeOwnSubscription,
  type ChangeTarget,
  type OwnSubscription,
  type Target,
} from '#api/features/subscriptions/changes/own-subscription.service.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { requireOwnRow } from '#api/features/subscriptions/subscriptions.service.ts';
import type { Supported } from './extension.service.ts';
import { recordSupportAct, toPlanNames } from './support-act.service.ts';
import type { CouponsJson, NewCoupon } from './support.contract.ts';

const FAILED = 'Stripe didn’t change the coupons';

/** The coupons on a subscription, and those that can be added. @throws not_found, conflict, unavailable. */
export async function listSubscriptionCoupons(deps: Deps, { userId, subscriptionId }: Target): Promise<CouponsJson> {
  const row = await requireOwnRow(deps, userId, subscriptionId);
  const payments = requirePayments(deps);
  const [current, coupons, discounts] = await Promise.all([
    payments.getSubscription(subscriptionId),
    payments.listCoupons(),
    payments.listDiscounts(subscriptionId),
  ]).catch(onPaymentError(deps, 'Stripe didn’t list the coupons'));
  return {
    coupons: coupons
      .filter(({ currency }) => currency === null || currency === row.currency)
      .filter((coupon) => isForProduct(coupon, current))
      .filter(({ id }) => discounts.every(({ coupon }) => coupon.id !== id))
      .map(toCouponJson),
    discounts: discounts.map(({ id, coupon }) => ({ ...toCouponJson(coupon), id })),
  };
}

const isForProduct = (
  { productIds }: ProviderCoupon,
  { productId }: Pick<ProviderSubscription, 'productId'>,
): boolean => productIds === null || (productId !== null && productIds.includes(productId));

const toCouponJson = (coupon: ProviderCoupon) => ({
  id: coupon.id,
  name: coupon.name,
  words: describeCoupon(coupon),
});

type CouponChoice = { couponId: string | null; coupon: NewCoupon | null };

/** Adds a coupon to a subscription, one that there is at Stripe or a new one. @throws not_found, conflict, unavailable. */
export async function addCoupon(
  deps: Deps,
  { couponId, coupon, ...target }: ChangeTarget & CouponChoice,
): Promise<Supported> {
  let undo: UndoJson = null;
  let words = '';
  const subscription = await changeOwnSubscription(deps, 'add_coupon', target, async (provided, own) => {
    requireChangeable(own);
    const { payments } = provided;
    const before = await payments.listDiscounts(own.current.id);
    const added = await findOrCreate(payments, own, { couponId, coupon });
    if (before.some((each) => each.coupon.id === added.id)) throw conflictError('This coupon is on it already.');
    await payments.setDiscounts(own.current.id, [...before, { couponId: added.id }], randomUUID());
    words = describeCoupon(added);
    undo = await recordCoupon(provided, own, {
      actorId: target.actorId,
      isAdded: true,
      coupon: added,
      snapshot: { couponId: added.id },
    });
  }).catch(onPaymentError(deps, FAILED));
  const name = formatPlanName(subscription.product_name, subscription.plan_name);
  return { message: `${name}: ${words}`, subscription, undo };
}

/** Removes a coupon from a subscription. @throws not_found, conflict, unavailable. */
export async function removeCoupon(
  deps: Deps,
  { discountId, ...target }: ChangeTarget & { discountId: string },
): Promise<Supported> {
  let undo: UndoJson = null;
  let couponName = '';
  const subscription = await changeOwnSubscription(deps, 'remove_coupon', target, async (provided, own) => {
    requireChangeable(own);
    const { payments } = provided;
    const before = await payments.listDiscounts(own.current.id);
    const removed = before.find(({ id }) => id === discountId);
    if (!removed) throw conflictError('This coupon isn’t on the subscription any more. Reload the page.');
    await payments.setDiscounts(own.current.id, without(before, discountId), randomUUID());
    couponName = removed.coupon.name;
    undo = await recordCoupon(provided, own, {
      actorId: target.actorId,
      isAdded: false,
      coupon: removed.coupon,
      snapshot: { couponId: removed.coupon.id },
    });
  }).catch(onPaymentError(deps, FAILED));
  return { message: `The coupon ‘${couponName}’ was removed`, subscription, undo };
}

export const without = (discounts: readonly ProviderDiscount[], id: string): ProviderDiscount[] =>
  discounts.filter((each) => each.id !== id);

/** @throws conflict: a scheduled change has its own list of discounts, which would come back with its phase. */
function requireChangeable({ current }: OwnSubscription): void {
  if (current.pending !== null)
    throw conflictError('A change of plan waits for the end of the period. Take it back first.');
}

async function findOrCreate(
  payments: Payments,
  { current }: OwnSubscription,
  { couponId, coupon }: CouponChoice,
): Promise<ProviderCoupon> {
  if (coupon !== null) {
    const currency = coupon.amountOff === null ? null : current.currency;
    const fault = currency === null ? null : describeAmountFault('A coupon', coupon.amountOff ?? 0, currency);
    if (fault !== null) throw invalidFieldError('coupon.amountOff', fault);
    return payments.createCoupon({ ...coupon, currency }, randomUUID());
  }
  const found = (await payments.listCoupons()).find(({ id }) => id === couponId);
  if (!found) throw invalidFieldError('couponId', 'This coupon can’t be redeemed any more. Choose another.');
  if (found.currency !== null && found.currency !== current.currency)
    throw invalidFieldError('couponId', 'This coupon is in another currency. Choose another.');
  if (!isForProduct(found, current))
    throw invalidFieldError('couponId', 'This coupon is for other products. Choose another.');
  return found;
}

type CouponAct = {
  actorId: number;
  isAdded: boolean;
  coupon: ProviderCoupon;
  snapshot: Record<string, unknown>;
};

const recordCoupon = (deps: ChangeDeps, own: OwnSubscription, { actorId, isAdded, coupon, snapshot }: CouponAct) =>
  recordSupportAct(deps, own, {
    actorId,
    kind: isAdded ? 'subscription.coupon_added' : 'subscription.coupon_removed',
    snapshot,
    email: {
      kind: 'subscription-coupon',
      data: { ...toPlanNames(own), coupon: coupon.name, words: describeCoupon(coupon), isAdded },
    },
  });
