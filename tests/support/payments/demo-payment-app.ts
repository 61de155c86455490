import { createSandboxProducts, listSandboxPriceIds } from '#api/adapters/stripe/start-payments.ts';
import { createTestDatabase } from '../app/test-app.ts';
import { createSandboxApp, type PaymentApp } from './sandbox-app.ts';

/** The site of the example company with its payment sandbox, until it is closed. */
export const createDemoPaymentApp = async (): Promise<PaymentApp> =>
  createSandboxApp(await createTestDatabase(), {
    sold: { products: createSandboxProducts(), priceIds: listSandboxPriceIds() },
  });
