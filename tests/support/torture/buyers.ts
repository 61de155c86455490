import { setTimeout as sleep } from 'node:timers/promises';
import { createSandboxProducts, listSandboxPriceIds } from '#api/adapters/stripe/start-payments.ts';
import { listPaidPlans } from '#api/domain/catalogue.ts';
import { toPriceSetting } from '#api/stripe-settings.ts';
import { type PaymentSandbox, startPaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import type { FakeSmtpServer } from '../mail/fake-smtp-server.ts';
import { countWrite, type Stage } from './actor.ts';
import { isAcknowledged, readJson } from './balanced-client.ts';
import type { PurchaseRecord } from './ledger.ts';
import { signIn } from './people.ts';

const PAUSE_MS = 6_000;
const CARD = '4242424242424242';
const STRIPE_KEY = 'sk_test_torture';
const WEBHOOK_SECRET = 'whsec_torture';

/** What everybody buys: a plan of the published catalogue, by its shortest interval. */
export type Offer = { planName: string; productName: string; priceId: string };

/** Stripe's stand-in, beside the servers, and their settings for it. */
export async function startStripe() {
  const [plan] = listPaidPlans();
  const priceId = plan && listSandboxPriceIds()[plan.key]?.[0]?.priceId;
  if (!plan || !priceId) throw new Error('The catalogue has no plan that can be bought.');
  const offer: Offer = { planName: plan.planName, productName: plan.productName, priceId };
  const sandbox = await startPaymentSandbox({
    host: '127.0.0.1',
    port: 0,
    directory: null,
    products: createSandboxProducts(),
    webhook: null,
    apiKey: STRIPE_KEY,
  });
  const settings = {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: sandbox.url,
    [toPriceSetting(plan.key)]: priceId,
  };
  return { sandbox, settings, offer, connect: (url: string) => sandbox.setWebhook({ url, secret: WEBHOOK_SECRET }) };
}

/** Signs in, clicks to buy until a checkout is answered, and pays on the hosted page. */
export async function playBuyers(
  stage: Stage,
  { smtp, sandbox, offer }: { smtp: FakeSmtpServer; sandbox: PaymentSandbox; offer: Offer },
): Promise<void> {
  for (let n = 0; stage.isOn(); n += 1) {
    const session = await signIn(stage, smtp, `buyer${n}@example.com`);
    if (session) {
      const purchase: PurchaseRecord = { ...session, sessionId: null, isPaid: false };
      stage.ledger.purchases.push(purchase);
      await buy(stage, purchase, { sandbox, offer });
    }
    await sleep(PAUSE_MS / 2 + stage.random.below(PAUSE_MS));
  }
}

async function buy(
  stage: Stage,
  purchase: PurchaseRecord,
  { sandbox: { control }, offer }: { sandbox: PaymentSandbox; offer: Offer },
): Promise<void> {
  const body = { ...offer, userId: purchase.userId };
  for (let attempt = 0; attempt < 4 && stage.isOn(); attempt += 1) {
    const { token } = purchase;
    const reply = await stage.client.send('POST', '/api/subscriptions/create-checkout-session', { token, body });
    countWrite(stage, reply);
    if (isAcknowledged(reply)) {
      purchase.sessionId = readJson<{ sessionId: string }>(reply).sessionId;
      const { status } = await control.pay(purchase.sessionId, { card: CARD });
      purchase.isPaid = status === 'complete';
      if (!purchase.isPaid) stage.findings.add(`the checkout of ${purchase.email} was ${status} when it was paid`);
      return;
    }
    await sleep(PAUSE_MS / 4);
  }
}
