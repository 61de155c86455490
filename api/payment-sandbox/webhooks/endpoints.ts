import { randomBytes } from 'node:crypto';
import { API_VERSION } from '../state/api-version.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

type Endpoint = Kinds['webhook_endpoint'];

type NewEndpoint = {
  url: string;
  enabled_events?: string[];
  description?: string | null;
  metadata?: Record<string, string>;
  secret?: string;
};

export function createEndpoint(
  tx: Transaction,
  { secret, ...fields }: NewEndpoint,
): { endpoint: Endpoint; secret: string } {
  const id = tx.createId('webhook_endpoint');
  const record = { id, secret: secret ?? `whsec_${randomBytes(24).toString('base64url')}` };
  tx.put('sandbox.endpoint_secret', record);
  const endpoint = tx.put('webhook_endpoint', {
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: tx.now(),
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...fields,
    id,
  } as Endpoint);
  return { endpoint, secret: record.secret };
}

/** The one endpoint of the program that started the sandbox: a later start with another address or secret moves it. */
export function setMainEndpoint(tx: Transaction, { url, secret }: { url: string; secret: string }): void {
  const main = tx.list('webhook_endpoint', ({ metadata }) => metadata.sandbox === 'main')[0];
  if (!main) {
    createEndpoint(tx, { url, secret, metadata: { sandbox: 'main' } });
    return;
  }
  tx.update('webhook_endpoint', main.id, { url, status: 'enabled' });
  tx.put('sandbox.endpoint_secret', { id: main.id, secret });
}

/** Writes one delivery for each endpoint that wants an event; `attemptAt` null holds them. */
export function scheduleDeliveries(tx: Transaction, events: readonly Kinds['event'][], plan: DeliveryPlan): void {
  const endpoints = tx.list('webhook_endpoint', ({ status }) => status === 'enabled');
  for (const event of events) {
    const wanting = endpoints.filter(
      ({ enabled_events: types }) => types.includes('*') || types.includes(event.type as (typeof types)[number]),
    );
    if (wanting.length > 0) tx.update('event', event.id, { pending_webhooks: wanting.length });
    for (const endpoint of wanting) {
      for (let copy = 0; copy <= plan.copies; copy += 1) {
        putDelivery(tx, { event: event.id, endpoint: endpoint.id, attemptAt: plan.attemptAt(), copy });
      }
    }
  }
}

export type DeliveryPlan = { copies: number; attemptAt: () => number | null };

type NewDelivery = { event: string; endpoint: string; attemptAt: number | null; copy?: number };

/** Sent again, an event has another delivery beside the one that may still wait. */
export function putDelivery(tx: Transaction, { event, endpoint, attemptAt, copy = 0 }: NewDelivery): void {
  const name = `${event} ${endpoint} ${copy}`;
  const id = tx.find('sandbox.delivery', name) ? `${name} ${randomBytes(4).toString('hex')}` : name;
  tx.put('sandbox.delivery', { id, event, endpoint, attempts: 0, attemptAt, status: 'pending' });
}
