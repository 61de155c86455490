import type { ChangePreviewJson, PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest, RouteResponse } from '#src/lib/api-types.ts';

export type ChangedSubscription = RouteResponse<'post', '/api/subscriptions/cancel/:subscriptionId'>;
type CancelBody = RouteRequest<'post', '/api/subscriptions/cancel/:subscriptionId'>['json'];

export const loadPlans = () => api.get('/api/subscriptions/plans');

export const loadSubscriptions = async (userId: number, signal: AbortSignal) =>
  (await api.get('/api/subscriptions/user/:userId', { param: { userId }, signal })).subscriptions;

export const loadProductSubscription = async (userId: number, productId: number) =>
  (await api.get('/api/subscriptions/user/:userId/product/:productId', { param: { userId, productId } })).subscription;

/** Plans that the company gave to the user free of charge. */
export const loadGivenPlans = async (signal: AbortSignal) =>
  (await api.get('/api/complimentary-plans', { signal })).plans;

export const loadBillingDetails = (userId: number, signal: AbortSignal) =>
  api.get('/api/subscriptions/user/:userId/billing', { param: { userId }, signal });

export const createCheckoutSession = (
  userId: number,
  { planName, productName, sells_seats: sellsSeats }: Pick<PlanJson, 'planName' | 'productName' | 'sells_seats'>,
  { priceId, quantity }: { priceId: string; quantity: number },
) =>
  api.post('/api/subscriptions/create-checkout-session', {
    json: { planName, priceId, userId, productName, ...(sellsSeats && { quantity }) },
  });

export const loadCheckoutStatus = (sessionId: string) =>
  api.get('/api/subscriptions/checkout/:sessionId', { param: { sessionId } });

export const cancelSubscription = (subscriptionId: string, json: CancelBody) =>
  api.post('/api/subscriptions/cancel/:subscriptionId', { param: { subscriptionId }, json });

export const reactivateSubscription = (userId: number, subscriptionId: string) =>
  api.post('/api/subscriptions/reactivate/:subscriptionId', { param: { subscriptionId }, json: { userId } });

/** What somebody changes to; what is left out stays as it is. */
export type ChangeTerms = Omit<
  RouteRequest<'post', '/api/subscriptions/change-preview/:subscriptionId'>['json'],
  'userId'
>;

export const previewChange = (userId: number, subscriptionId: string, terms: ChangeTerms, signal: AbortSignal) =>
  api.post('/api/subscriptions/change-preview/:subscriptionId', {
    param: { subscriptionId },
    json: { userId, ...terms },
    signal,
  });

/** Changes the plan for the amount that the preview showed. */
export const changePlan = (
  userId: number,
  subscriptionId: string,
  terms: ChangeTerms,
  { proration_date: prorationDate }: ChangePreviewJson,
) =>
  api.post('/api/subscriptions/change/:subscriptionId', {
    param: { subscriptionId },
    json: { userId, ...terms, prorationDate },
  });

/** Moves to the price that the plan is sold for now, with the next period. */
export const switchPrice = (userId: number, subscriptionId: string) =>
  api.post('/api/subscriptions/switch-price/:subscriptionId', { param: { subscriptionId }, json: { userId } });

export const cancelPendingChange = (userId: number, subscriptionId: string) =>
  api.post('/api/subscriptions/cancel-change/:subscriptionId', { param: { subscriptionId }, json: { userId } });

/** A short-lived address of the page where the card is changed. */
export type PortalFlow = 'overview' | 'payment_method';
export const createPortalSession = (flow: PortalFlow) => api.post('/api/subscriptions/portal', { json: { flow } });
