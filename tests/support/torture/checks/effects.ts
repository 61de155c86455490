import type { PaymentSandbox } from '#api/payment-sandbox/payment-sandbox.ts';
import type { Database } from '#db/client.ts';
import type { FakeSmtpServer } from '../../mail/fake-smtp-server.ts';
import type { WebhookReceiver } from '../../openshelf/webhook-receiver.ts';
import type { Stage } from '../actor.ts';

/** Nothing that reaches others came twice: mails, webhooks, charges. */
export async function checkEffects(
  stage: Stage,
  {
    db,
    smtp,
    receiver,
    sandbox,
  }: { db: Database; smtp: FakeSmtpServer; receiver: WebhookReceiver; sandbox: PaymentSandbox },
): Promise<void> {
  checkMails(stage, smtp);
  checkWebhooks(stage, receiver);
  await checkCharges(stage, db, sandbox);
}

/**
 * Somebody joins or buys once, so each subject comes once. A repeat with the same Message-ID is the one that a mail server
 * shows once: it may follow a kill between the acceptance of the mail server and the row, and nothing else.
 */
function checkMails({ findings, faults, ledger }: Stage, { received }: FakeSmtpServer): void {
  const ids = new Map<string, number>();
  const bySubject = new Map<string, Set<string>>();
  for (const { to, parsed } of received) {
    const id = parsed.messageId ?? '';
    ids.set(id, (ids.get(id) ?? 0) + 1);
    const key = `${to.join(', ')}: ${parsed.subject}`;
    bySubject.set(key, (bySubject.get(key) ?? new Set()).add(id));
  }
  const isOnce = (key: string) => /^joiner|^buyer/.test(key) && !/\bcode\b|sign.?in/i.test(key);
  for (const [key, messages] of bySubject) {
    if (isOnce(key) && messages.size > 1) findings.add(`${messages.size} different mails to ${key}`);
  }
  const repeated = [...ids.values()].filter((times) => times > 1).length;
  if (repeated > 0 && faults.count() === 0) findings.add(`${repeated} mails came twice without a fault`);
  for (const email of ledger.joins.acknowledged) {
    if (!received.some(({ to }) => to.includes(email))) findings.add(`no mail came to ${email}, who joined`);
  }
  findings.note(`${received.length} mails, ${repeated} repeated with the same Message-ID after a fault`);
}

/** Delivery is at least once with one id; two ids for one decision would be the effect twice. */
function checkWebhooks({ findings, ledger }: Stage, { deliveries, events }: WebhookReceiver): void {
  const byWork = new Map<number, Set<string>>();
  for (const { id, data } of events) {
    byWork.set(data.publication_id, (byWork.get(data.publication_id) ?? new Set()).add(id));
  }
  for (const [work, ids] of byWork)
    if (ids.size > 1) findings.add(`work ${work} was decided once and has ${ids.size} webhooks`);
  for (const work of ledger.decisions.keys())
    if (!byWork.has(work)) findings.add(`no webhook came about work ${work}, which was decided`);
  findings.note(
    `${events.length} webhooks of decisions, ${deliveries.length - events.length} repeated with the same id`,
  );
}

async function checkCharges({ findings, ledger }: Stage, db: Database, { control }: PaymentSandbox): Promise<void> {
  const { rows } = await db.client.execute('SELECT stripe_subscription_id AS id, status FROM subscriptions');
  const stored = new Map(rows.map(({ id, status }) => [String(id), String(status)]));
  const customers = new Map(control.list('customer').map(({ id, email }) => [id, email]));
  const paid = new Map<string, number>();
  for (const { customer, status } of control.list('invoice')) {
    const email = customers.get(String(customer)) ?? '';
    if (status === 'paid') paid.set(email, (paid.get(email) ?? 0) + 1);
  }
  for (const { email, isPaid } of ledger.purchases) {
    const times = paid.get(email) ?? 0;
    if (times > 1) findings.add(`${email} bought once and paid ${times} times`);
    if (isPaid && times === 0) findings.add(`${email} paid and has no paid invoice`);
  }
  for (const { id, status } of control.list('subscription')) {
    if (stored.get(id) !== status)
      findings.add(`subscription ${id} is ${status} at Stripe and ${stored.get(id) ?? 'missing'} here`);
  }
  findings.note(
    `${ledger.purchases.filter(({ isPaid }) => isPaid).length} purchases, ${control.events().length} events of Stripe`,
  );
}
