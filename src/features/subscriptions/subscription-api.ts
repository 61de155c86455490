import type {
  BillingDetailsJson,
  ChangePreviewJson,
  PlanJson,
  SubscriptionJson,
  cancelRequest,
  changedSubscriptionResponse,
  checkoutResponse,
  checkoutStatusResponse,
  portalRequest,
  portalResponse,
  subscriptionResponse,
  subscriptionsResponse,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import type { z } from 'zod';
import { api } from '#src/lib/api-client.ts';

const PATH = '/api/subscriptions';

type Call = <Body>(path: string, request?: object) => Promise<Body>;
const calls = api as unknown as { get: Call; post: Call };

export type ChangedSubscription = z.infer<typeof changedSubscriptionResponse>;
export type CheckoutStatus = z.infer<typeof checkoutStatusResponse>;
type CancelReason = Pick<z.infer<typeof cancelRequest>, 'reason' | 'comment'>;
type PortalFlow = z.infer<typeof portalRequest>['flow'];

export const loadPlans = () => calls.get<PlanJson[]>(`${PATH}/plans`);

export const loadSubscriptions = async (userId: number, signal: AbortSignal): Promise<SubscriptionJson[]> =>
  (
    await calls.get<z.infer<typeof subscriptionsResponse>>(`${PATH}/user/:userId`, {
      param: { userId },
      signal,
    })
  ).subscriptions;

export const loadProductSubscription = async (userId: number, productId: number): Promise<SubscriptionJson | null> =>
  (
    await calls.get<z.infer<typeof subscriptionResponse>>(`${PATH}/user/:userId/product/:productId`, {
      param: { userId, productId },
    })
  ).subscription;

export const loadBillingDetails = (userId: number, signal: AbortSignal) =>
  calls.get<BillingDetailsJson>(`${PATH}/user/:userId/billing`, { param: { userId }, signal });

export const createCheckoutSession = (userId: number, { planName, productName }: PlanJson, priceId: string) =>
  calls.post<z.infer<typeof checkoutResponse>>(`${PATH}/create-checkout-session`, {
    json: { planName, priceId, userId, productName },
  });

export const loadCheckoutStatus = (sessionId: string) =>
  calls.get<CheckoutStatus>(`${PATH}/checkout/:sessionId`, { param: { sessionId } });

export const cancelSubscription = (userId: number, subscriptionId: string, reason: CancelReason) =>
  calls.post<ChangedSubscription>(`${PATH}/cancel/:subscriptionId`, {
    param: { subscriptionId },
    json: { userId, ...reason },
  });

export const reactivateSubscription = (userId: number, subscriptionId: string) =>
  calls.post<ChangedSubscription>(`${PATH}/reactivate/:subscriptionId`, {
    param: { subscriptionId },
    json: { userId },
  });

export const previewChange = (userId: number, subscriptionId: string, planName: string, signal: AbortSignal) =>
  calls.post<ChangePreviewJson>(`${PATH}/change-preview/:subscriptionId`, {
    param: { subscriptionId },
    json: { userId, planName },
    signal,
  });

/** Changes the plan for the amount that the preview showed. */
export const changePlan = (userId: number, subscriptionId: string, preview: ChangePreviewJson) =>
  calls.post<ChangedSubscription>(`${PATH}/change/:subscriptionId`, {
    param: { subscriptionId },
    json: { userId, planName: preview.plan_name, prorationDate: preview.proration_date },
  });

export const cancelPendingChange = (userId: number, subscriptionId: string) =>
  calls.post<ChangedSubscription>(`${PATH}/cancel-change/:subscriptionId`, {
    param: { subscriptionId },
    json: { userId },
  });

export const createPortalSession = (flow: PortalFlow) =>
  calls.post<z.infer<typeof portalResponse>>(`${PATH}/portal`, { json: { flow } });
