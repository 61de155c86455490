import { startPaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import { SANDBOX_KEY, SANDBOX_PRODUCTS } from './catalogue.ts';

/** A sandbox in a process of its own, for tests that kill it. Prints its address. */
const sandbox = await startPaymentSandbox({
  host: '127.0.0.1',
  port: 0,
  directory: process.argv[2] ?? null,
  products: SANDBOX_PRODUCTS,
  webhook: null,
  apiKey: SANDBOX_KEY,
});
process.stdout.write(`${sandbox.url}\n`);
