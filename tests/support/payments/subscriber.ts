import { expect } from 'vitest';
import { findPlan } from '#api/domain/catalogue.ts';
import type { ApiResponse } from '../app/api-caller.ts';
import { createUser, createTestSession, toRequestInit } from '../app/users.ts';
import type { PaymentApp } from './sandbox-app.ts';
import { BUOY_NAME, SOLO } from './tideworks.ts';

export const CARD_OK = '4242424242424242';

/** Can be saved, but every charge is declined. */
export const CARD_FAILING = '4000000000000341';

/** Declined at checkout. */
export const CARD_DECLINED = '4000000000000002';

export type Subscriber = {
  id: number;
  email: string;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  call(method: string, path: string, body?: unknown): Promise<ApiResponse<any>>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  checkout(planName?: string, changes?: Record<string, unknown>): Promise<ApiResponse<any>>;
  /** Buys a plan and pays; returns Stripe's id of the subscription, whose row is written. */
  subscribe(planName?: string, card?: string): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  change(act: string, subscriptionId: string, body?: object): Promise<ApiResponse<any>>;
};

/** A signed-in user without a subscription. */
export async function createSubscriber(test: PaymentApp): Promise<Subscriber> {
  const user = await createUser(test);
  const token = await createTestSession(test, user);
  const call: Subscriber['call'] = async (method, path, body) => {
    const response = await test.app.request(`/api/subscriptions${path}`, toRequestInit(token, method, body));
    return { status: response.status, body: await response.json() };
  };
  const checkout: Subscriber['checkout'] = (planName = SOLO, changes = {}) => {
    const plan = findPlan(planName);
    return call('POST', '/create-checkout-session', {
      planName,
      priceId: test.payments.listPriceIds(plan?.key ?? planName)[0],
      userId: user.id,
      productName: plan?.productName ?? BUOY_NAME,
      ...changes,
    });
  };
  return {
    id: user.id,
    email: user.email,
    token,
    call,
    checkout,
    async subscribe(planName = SOLO, card = CARD_OK) {
      const { status, body } = await checkout(planName);
      expect(status).toBe(200);
      await test.control.pay(body.sessionId, { card });
      const paid = await call('GET', `/checkout/${body.sessionId}`);
      expect(paid.body).toMatchObject({ status: 'active', subscription: { plan_name: planName } });
      return paid.body.subscription.stripe_subscription_id;
    },
    change: (act, subscriptionId, body = {}) => call('POST', `/${act}/${subscriptionId}`, { userId: user.id, ...body }),
  };
}
