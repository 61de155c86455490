import { PaymentError } from '#api/adapters/payments.ts';
import { EmailDeliveryError, type EmailMessage } from '#api/adapters/mailer.ts';
import type { Deps } from '#api/deps.ts';
import { findProduct, findPrice, formatPlanName } from '#api/domain/catalogue.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import { findFeature } from '#api/domain/features.ts';
import { featureWords } from '#api/domain/feature-words.ts';
import { formatCents, formatPrice, toMinorUnits } from '#api/domain/money.ts';
import type { RehearsalStep, RehearsalStepName } from '#api/domain/purchase-rehearsal.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { comparePrice, readTaxSide } from '#api/features/stripe-check/price-check.service.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { listPageLinks, readPageText } from '#api/adapters/html/page-reading.ts';
import type { Stage } from './stage.service.ts';
import type { Person } from './visitor.service.ts';

const CARD = '4242424242424242';
/** Where the provider sends the browser back to. */
const WELCOME_PATH = '/subscription/success';

/** One price of a plan, as visitors are offered it. */
export type Offer = { plan: Plan; interval: PlanInterval; priceId: string | null };

export type PurchaseParts = {
  /** Those of the site. */
  real: Pick<Deps, 'payments' | 'site' | 'mail' | 'accounts'>;
  fetchPage: PublicFetch;
  stage: Stage;
  customer: Person;
  admin: Person;
  /** Who asked for the rehearsal gets the receipts; null where nobody can. */
  receiptTo: string | null;
  /** Ids of emails that were kept. */
  keptEmails: Set<number>;
  /** Keeps what the customer saw. */
  keep(record: { kind: 'page' | 'email'; title: string; html: string }): Promise<void>;
};

/** A step that failed: the rest of the purchase is not tried. */
class StepFailure extends Error {
  readonly remedy: string | null;
  constructor(text: string, remedy: string | null = null) {
    super(text);
    this.remedy = remedy;
  }
}

type Step = { name: RehearsalStepName; run: () => Promise<string | { skipped: string }> };

export const describeOffer = ({ plan, interval }: Offer): string =>
  `${formatPlanName(plan.productName, plan.planName)} by the ${interval}`;

export const getAmount = ({ plan, interval }: Offer): number =>
  toMinorUnits(findPrice(plan, interval)?.amount ?? 0, plan.currency);

/** Buys one plan as a visitor would, then cancels and refunds it. Calls back after each step; never rejects for what a step finds. */
export async function rehearsePurchase(
  parts: PurchaseParts,
  offer: Offer,
  onStep: (step: RehearsalStep) => Promise<void>,
): Promise<RehearsalStep[]> {
  const done: RehearsalStep[] = [];
  const add = async (step: RehearsalStep) => {
    done.push(step);
    await onStep(step);
  };
  for (const { name, run } of createSteps(parts, offer)) {
    if (done.some(({ state }) => state === 'failed')) {
      await add({ name, state: 'skipped', text: 'Not tried, because an earlier step failed.', remedy: null });
      continue;
    }
    try {
      const outcome = await run();
      if (typeof outcome === 'string') await add({ name, state: 'ok', text: outcome, remedy: null });
      else await add({ name, state: 'skipped', text: outcome.skipped, remedy: null });
    } catch (error) {
      const { text, remedy } = describeFailure(error, offer);
      await add({ name, state: 'failed', text, remedy });
    }
  }
  return done;
}

function describeFailure(error: unknown, offer: Offer): { text: string; remedy: string | null } {
  if (error instanceof StepFailure) return { text: error.message, remedy: error.remedy };
  const reason = error instanceof Error ? error.message : String(error);
  return {
    text: `${describeOffer(offer)}: something went wrong that no check knows: ${reason}`,
    remedy: 'The log of the server says more.',
  };
}

/** What the purchase has come to: each step needs what the one before has found. */
type Progress = { sessionId: string; subscriptionId: string; invoice: { id: string; total: number; currency: string } };

const PLANS = 'Change it under Plans, and publish.';
const PRODUCTS = 'Change the product under Plans, and publish.';

function createSteps(parts: PurchaseParts, offer: Offer): Step[] {
  const { real, stage, customer, admin } = parts;
  const { plan, interval } = offer;
  const name = describeOffer(offer);
  const amount = getAmount(offer);
  const price = `${formatCents(amount, plan.currency)} per ${interval}`;
  const progress: Partial<Progress> = {};
  const known = <Key extends keyof Progress>(key: Key): Progress[Key] => {
    const value = progress[key];
    if (value === undefined) throw new Error(`no ${key}`);
    return value;
  };
  return [
    { name: 'page', run: () => readOfferPage(parts, offer) },
    {
      name: 'price',
      async run() {
        const { payments } = real;
        if (payments === null)
          throw new StepFailure('Nothing can be bought: Stripe isn’t connected.', 'Set Stripe’s keys on the server.');
        const taxSide = readTaxSide(real.site.settings.tax);
        const { difference } = await comparePrice(payments, plan, interval, taxSide).catch((error: unknown) => {
          if (!(error instanceof PaymentError)) throw error;
          throw new StepFailure(`Stripe didn’t say what it charges for ${name}: ${error.message}`, 'Rehearse again.');
        });
        if (difference !== null)
          throw new StepFailure(`${name}: ${difference}.`, 'Choose or create the price under Plans, and publish.');
        return `Stripe charges ${price}, as the site says.`;
      },
    },
    {
      name: 'checkout',
      async run() {
        const { status, body } = await customer.call('POST', '/api/subscriptions/create-checkout-session', {
          planName: plan.planName,
          priceId: offer.priceId,
          userId: customer.id,
          productName: plan.productName,
        });
        if (status !== 200)
          throw new StepFailure(`${name} can’t be bought. The customer reads: ‘${body?.message}’`, PLANS);
        progress.sessionId = body.sessionId;
        const page = await fetch(body.url);
        await parts.keep({ kind: 'page', title: `Payment page: ${name}`, html: await page.text() });
        return 'The payment page opens.';
      },
    },
    {
      name: 'payment',
      async run() {
        const result = await stage.control.pay(known('sessionId'), { card: CARD });
        if (result.status !== 'complete') throw new StepFailure(`The payment of ${name} didn’t go through.`);
        await stage.settle();
        if (plan.trialDays > 0) await endTrial(stage);
        const invoice = stage.control.list('invoice').at(-1);
        if (!invoice) throw new StepFailure(`${name} was paid, and there is no invoice.`);
        progress.invoice = invoice;
        if (invoice.subtotal !== amount || invoice.currency !== plan.currency.toLowerCase()) {
          const charged = formatCents(invoice.subtotal, invoice.currency);
          throw new StepFailure(`${name}: the site says ${price}, and ${charged} was charged.`, PLANS);
        }
        return plan.trialDays > 0
          ? `Nothing is paid for ${plan.trialDays} days, then ${formatCents(invoice.total, invoice.currency)}.`
          : `${formatCents(invoice.total, invoice.currency)} was paid with a test card.`;
      },
    },
    { name: 'welcome', run: () => readWelcomePage(parts, offer) },
    {
      name: 'access',
      async run() {
        const { body } = await customer.call('GET', `/api/subscriptions/checkout/${known('sessionId')}`);
        if (body?.status !== 'active') throw new StepFailure(`${name} was paid, and the customer doesn’t have it.`);
        progress.subscriptionId = body.subscription.stripe_subscription_id;
        return `The customer has ${plan.planName}.`;
      },
    },
    { name: 'receipt', run: () => sendReceipt(parts, offer, known('invoice')) },
    {
      name: 'program',
      async run() {
        const isAbout = (event: unknown) => JSON.stringify(event).includes(`"plan":"${plan.key}"`);
        if (!stage.programEvents.some(isAbout)) throw new StepFailure(`No webhook told your programs about ${name}.`);
        return 'A program that asked to be told received the webhook.';
      },
    },
    {
      name: 'cancellation',
      async run() {
        const { status, body } = await customer.call('POST', `/api/subscriptions/cancel/${known('subscriptionId')}`, {
          userId: customer.id,
        });
        await stage.settle();
        if (status !== 200) throw new StepFailure(`${name} can’t be cancelled. The customer reads: ‘${body?.message}’`);
        await keepNewEmails(parts);
        return 'The customer cancelled, and keeps the plan until the end of the period.';
      },
    },
    {
      name: 'refund',
      async run() {
        const { id, total, currency } = known('invoice');
        const { status, body } = await admin.call('POST', `/api/admin/users/${customer.id}/payments/${id}/refund`, {
          amount: total,
          refundedBefore: 0,
          reason: 'requested_by_customer',
          idempotencyKey: generateId(),
        });
        await stage.settle();
        if (status !== 200) throw new StepFailure(`${name} can’t be refunded: ‘${body?.message}’`);
        await keepNewEmails(parts);
        return `${formatCents(total, currency)} was refunded.`;
      },
    },
  ];
}

/** The page where visitors choose the plan says its name and its price, and has a link that starts the purchase. */
async function readOfferPage({ real, fetchPage, keep }: PurchaseParts, offer: Offer): Promise<string> {
  const { plan, interval } = offer;
  const address = findProduct(plan.productId)?.pricesAddress ?? null;
  if (address === null)
    throw new StepFailure(
      `${plan.productName} has no page with its plans, so no one can choose ${plan.planName}.`,
      PRODUCTS,
    );
  const [path = '/'] = address.split(/[?#]/, 1);
  const page = real.site.hasPage(path) ? await fetchPage(path) : null;
  if (page?.status !== 200)
    throw new StepFailure(
      `${address}, the page with the plans of ${plan.productName}, isn’t there.${explainMissing(real, path)}`,
      PRODUCTS,
    );
  const html = page.body.toString();
  await keep({ kind: 'page', title: `Page: ${path}`, html });
  const text = readPageText(html);
  if (!text.includes(plan.planName))
    throw new StepFailure(
      `${address} doesn’t show ${plan.planName}.`,
      'Add a section with the plans to this page, and publish.',
    );
  const shown = formatPrice(findPrice(plan, interval)?.amount ?? 0, plan.currency).replace(/\s+/g, ' ');
  if (!text.includes(shown))
    throw new StepFailure(
      `${address} doesn’t say that ${plan.planName} is ${shown} per ${interval}.`,
      'Publish again; if that doesn’t help, look at the section with the plans.',
    );
  const query = `plan=${encodeURIComponent(plan.planName)}`;
  const isOpen = listPageLinks(html).some((href) => decodeURIComponent(href).includes(query) || href.includes(query));
  if (!isOpen)
    throw new StepFailure(
      `${address} shows ${plan.planName} without a button to choose it.`,
      'Publish again, so that the page knows that it can be bought.',
    );
  return `${address} shows ${plan.planName} at ${shown} per ${interval}, with a button to choose it.`;
}

/** The page after the payment is there, and so is every page of the site that it leads to. */
async function readWelcomePage({ real, fetchPage, keep }: PurchaseParts, { plan }: Offer): Promise<string> {
  const page = await fetchPage(WELCOME_PATH);
  if (page.status !== 200) throw new StepFailure(`The page after the payment isn’t there (status ${page.status}).`);
  const html = page.body.toString();
  await keep({ kind: 'page', title: `Page: ${WELCOME_PATH}`, html });
  const links = listPageLinks(html, { attribute: 'data-product', value: plan.productName });
  for (const href of links) {
    const [path = ''] = href.split(/[?#]/, 1);
    if (!path.startsWith('/') || real.site.hasPath(path)) continue;
    throw new StepFailure(
      `After the payment, ${plan.productName} leads to ${path}, which isn’t there.${explainMissing(real, path)}`,
      PRODUCTS,
    );
  }
  return 'The page after the payment is there, and so are the pages that it leads to.';
}

/** Why a page isn’t there, where a feature that is switched off is the reason. */
function explainMissing({ site }: PurchaseParts['real'], path: string): string {
  const feature = findFeature(path);
  return feature !== null && !site.settings.features[feature]
    ? ` ‘${featureWords[feature].label}’ is switched off.`
    : '';
}

/** The receipt says what was paid; it is sent by the real mail server to whoever asked for the rehearsal. */
async function sendReceipt(parts: PurchaseParts, offer: Offer, invoice: Progress['invoice']): Promise<string> {
  const { real, stage, customer, receiptTo } = parts;
  const total = formatCents(invoice.total, invoice.currency);
  const receipt = stage.emails.findLast(({ to, text }) => to.email === customer.email && text.includes(total));
  await keepNewEmails(parts);
  if (!receipt) throw new StepFailure(`No email told the customer of ${describeOffer(offer)} that ${total} was paid.`);
  if (real.accounts.isEmailSavedToFiles || receiptTo === null) {
    return `The receipt says ${total}. It wasn’t sent, because no mail server is set.`;
  }
  await real.mail.send(addressRehearsal(receipt, receiptTo)).catch((error: unknown) => {
    const reason = error instanceof EmailDeliveryError ? error.reason : String(error);
    throw new StepFailure(`The mail server refused the receipt: ${reason}`, 'Check the mail server under System.');
  });
  return `The receipt says ${total}. The mail server took a copy of it for ${receiptTo}.`;
}

const addressRehearsal = (message: EmailMessage, email: string): EmailMessage => ({
  ...message,
  messageId: `rehearsal-${message.messageId}`,
  to: { email },
  subject: `Rehearsal: ${message.subject}`,
});

/** Keeps the emails that the customer got since the last call. */
async function keepNewEmails({ stage, customer, keep, keptEmails }: PurchaseParts): Promise<void> {
  for (const message of stage.emails) {
    if (message.to.email !== customer.email || message.code !== null || keptEmails.has(message.id)) continue;
    keptEmails.add(message.id);
    await keep({ kind: 'email', title: message.subject, html: message.html });
  }
}

/** Moves the clock of the sandbox to the payment after the trial, an hour after which an invoice is final. */
async function endTrial(stage: Stage): Promise<void> {
  const trialEnd = stage.control.list('subscription').at(-1)?.trial_end;
  if (typeof trialEnd === 'number') await stage.control.advanceTo(trialEnd + 2 * 3_600);
  await stage.settle();
}
