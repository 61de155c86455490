import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type PaymentSandboxOptions, startPaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import { SANDBOX_KEY, SANDBOX_PRODUCTS } from './catalogue.ts';

/** The official client, speaking to a sandbox. */
export function createSandboxClient(
  url: string,
  { key = SANDBOX_KEY, ...config }: { key?: string } & Stripe.StripeConfig = {},
) {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, ...config });
}

/** A sandbox with three products, stopped when the test ends. */
export async function startTestSandbox(options: Partial<PaymentSandboxOptions> = {}) {
  const sandbox = await startPaymentSandbox({
    host: '127.0.0.1',
    port: 0,
    directory: null,
    products: SANDBOX_PRODUCTS,
    webhook: null,
    apiKey: SANDBOX_KEY,
    ...options,
  });
  onTestFinished(() => sandbox.stop());
  return { sandbox, control: sandbox.control, stripe: createSandboxClient(sandbox.url) };
}
