import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { startControlServer } from '#api/control/control-socket.ts';
import { stripeCheckTitles } from '#api/domain/stripe-report.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, findPriceId, findSoldProductId, RUDDER } from '../../support/payments/tideworks.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
  // The command has no clock but that of the machine.
  test.clock.now = () => Date.now();
});
afterAll(() => test.close());

/** `npm run stripe:check`. It finds the server that runs for the data directory. */
async function runCommand(changes: Record<string, string> = {}, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['scripts/stripe-check.ts', ...args], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: test.directory,
      SITE_URL: new URL(test.webhookUrl).origin,
      STRIPE_SECRET_KEY: test.settings.secretKey,
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      STRIPE_API_BASE: test.settings.apiBase ?? '',
      ...changes,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

describe('npm run stripe:check', () => {
  it('prints a line for each check and ends with 0 when nothing is wrong', async () => {
    const { code, output } = await runCommand();
    expect(output).toMatch(/^ok +Secret key +Works\./m);
    expect(output).toMatch(/^ok +Prices +4 of 4 prices match\./m);
    expect(output).toMatch(/Nothing is wrong\.\n$/);
    expect(code).toBe(0);
    expect(output).not.toContain(test.settings.secretKey);
  });

  it('compares nothing in depth with a live key, and makes nothing there', async () => {
    const before = test.control.list('product').length;
    const { code, output } = await runCommand({ STRIPE_SECRET_KEY: 'sk_live_1' }, ['--deep']);
    expect(output).toMatch(/--deep makes objects and deletes them, so it takes a test key only/);
    expect([code, test.control.list('product').length]).toEqual([1, before]);
  });

  it('prints what is wrong with its remedy, and ends with 1', async () => {
    const price = findPriceId(test, CREW);
    await test.control.dashboard.updatePrice(price, { active: false });
    onTestFinished(() => void test.control.dashboard.updatePrice(price, { active: true }));
    const { code, output } = await runCommand();
    expect(output).toMatch(/^WRONG +Prices +3 of 4 prices match\./m);
    expect(output).toMatch(/- Crew: price_\w+ is archived/);
    expect(output).toMatch(/> Choose under Plans which is right/);
    expect(output).toMatch(/1 wrong\.\n$/);
    expect(code).toBe(1);
  });

  describe('beside a running server', () => {
    beforeEach(async () => {
      // Of the server only what the command asks for.
      const server = await startControlServer({ ...test.deps, env: { DATA_DIR: test.directory } } as never);
      onTestFinished(() => server.close());
    });

    it('says of each of the ten things that it is right, once an event has come', async () => {
      await (await createSubscriber(test)).subscribe(RUDDER);
      await test.deliver();
      const { code, output } = await runCommand();
      const states = output
        .split('\n\n')[0]
        ?.split('\n')
        .filter(Boolean)
        .map((line) =>
          line
            .slice(0, 26)
            .trim()
            .split(/\s{2,}/),
        );
      expect(states).toEqual(Object.values(stripeCheckTitles).map((title) => ['ok', title]));
      expect(code).toBe(0);
    });

    it('names a wrong webhook secret, which only the server can know', async () => {
      test.deps.payments = createStripePayments({ ...test.settings, webhookSecrets: ['whsec_of_another_endpoint'] });
      test.control.setDelivery({ mode: 'auto' });
      await test.control.dashboard.updateProduct(findSoldProductId(test, CREW), { description: 'Changed' });
      await test.control.whenDelivered();
      const { code, output } = await runCommand();
      expect(output).toMatch(/^WRONG +Webhook secret +Events of Stripe are refused: their signature doesn’t match/m);
      expect(output).toMatch(/> .*reveal its signing secret, set it as STRIPE_WEBHOOK_SECRET/);
      expect(code).toBe(1);
    });
  });
});
