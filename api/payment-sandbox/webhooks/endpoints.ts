import { randomBytes } from 'node:crypto';
import type { Delivery, WireEvent } from '../objects/kinds.ts';
import type { WebhookEndpoint } from '../objects/pages.ts';
import { API_VERSION, type Transaction } from '../state/transaction.ts';

type NewEndpoint = { url: string; secret?: string; enabled_events?: string[]; metadata?: Record<string, string> };

export function createEndpoint(tx: Transaction, { secret, ...fields }: NewEndpoint): WebhookEndpoint {
  const id = tx.createId('webhook_endpoint');
  tx.put('sandbox.endpoint_secret', { id, secret: secret ?? `whsec_${randomBytes(24).toString('base64url')}` });
  return tx.put('webhook_endpoint', {
    id,
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    created: tx.now(),
    enabled_events: ['*'],
    metadata: {},
    status: 'enabled',
    ...fields,
  });
}

export function deleteEndpoint(tx: Transaction, id: string): void {
  tx.delete('webhook_endpoint', id);
  tx.delete('sandbox.endpoint_secret', id);
  const deliveries = tx.list('sandbox.delivery', ({ endpoint }) => endpoint === id);
  for (const delivery of deliveries) tx.delete('sandbox.delivery', delivery.id);
}

const findMainEndpoint = (tx: Pick<Transaction, 'list'>) =>
  tx.list('webhook_endpoint', ({ metadata }) => metadata.sandbox === 'main')[0];

/** The secret that deliveries to the main endpoint are signed with, of an earlier start; null in a new sandbox. */
export const findMainSecret = (tx: Pick<Transaction, 'list' | 'find'>): string | null =>
  tx.find('sandbox.endpoint_secret', findMainEndpoint(tx)?.id ?? '')?.secret ?? null;

/** The one endpoint of the program that started the sandbox: a later start with another address or secret moves it. */
export function setMainEndpoint(tx: Transaction, { url, secret }: { url: string; secret: string }): void {
  const main = findMainEndpoint(tx);
  if (!main) {
    createEndpoint(tx, { url, secret, metadata: { sandbox: 'main' } });
    return;
  }
  tx.update('webhook_endpoint', main.id, { url, status: 'enabled' });
  tx.put('sandbox.endpoint_secret', { id: main.id, secret });
  // What failed at the old address is tried at the new one, and not only after its wait.
  const isWaiting = ({ endpoint, attemptAt }: Delivery) => endpoint === main.id && attemptAt !== null;
  for (const { id } of tx.list('sandbox.delivery', isWaiting))
    tx.update('sandbox.delivery', id, { attemptAt: Date.now() });
}

/** Writes one delivery for each endpoint that wants an event; `attemptAt` null holds them. */
export function scheduleDeliveries(tx: Transaction, events: readonly WireEvent[], plan: DeliveryPlan): void {
  const endpoints = tx.list('webhook_endpoint', ({ status }) => status === 'enabled');
  for (const event of events) {
    const wanting = endpoints.filter(({ enabled_events: types }) => types.includes('*') || types.includes(event.type));
    if (wanting.length > 0) tx.update('event', event.id, { pending_webhooks: wanting.length });
    for (const endpoint of wanting) {
      for (let copy = 0; copy <= plan.copies; copy += 1) {
        putDelivery(tx, { event: event.id, endpoint: endpoint.id, attemptAt: plan.attemptAt() }, copy > 0);
      }
    }
  }
}

export type DeliveryPlan = { copies: number; attemptAt: () => number | null };

type NewDelivery = { event: string; endpoint: string; attemptAt: number | null };

const mainId = ({ event, endpoint }: NewDelivery): string => `${event} ${endpoint}`;

function putDelivery(tx: Transaction, delivery: NewDelivery, isCopy: boolean): void {
  const id = isCopy ? `${mainId(delivery)} ${randomBytes(6).toString('hex')}` : mainId(delivery);
  tx.put('sandbox.delivery', { ...delivery, id, attempts: 0, status: 'pending', isCopy });
}

/** A delivery beside the one that may still wait. One that was given up is taken up again. */
export function sendOnceMore(tx: Transaction, delivery: NewDelivery): void {
  const hasFailed = tx.find('sandbox.delivery', mainId(delivery))?.status === 'failed';
  putDelivery(tx, delivery, !hasFailed);
}
