import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { listRoute, retrieveRoute } from '../http/lists.ts';
import {
  boolean,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  text,
  timeFilter,
  unsettable,
  url,
} from '../http/params.ts';
import { type Resource, route } from '../http/resource.ts';
import { API_VERSION, OLDER_VERSION } from '../state/api-version.ts';
import type { Transaction } from '../state/transaction.ts';
import { createEndpoint } from '../webhooks/endpoints.ts';

const endpointFields = {
  description: unsettable(text()).optional(),
  metadata: metadata().optional(),
};

export const events: Resource = {
  routes: [
    listRoute({
      path: '/v1/events',
      kind: 'event',
      filters: {
        type: text().optional(),
        types: listOf(text()).max(20).optional(),
        created: timeFilter().optional(),
        delivery_success: boolean().optional(),
      },
      matches: (event, { type, types, created, delivery_success }) =>
        (type === undefined || matchesType(event.type, type)) &&
        (types === undefined || types.includes(event.type)) &&
        (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success) &&
        isWithin(event.created, created),
    }),
    retrieveRoute('/v1/events/:id', 'event'),
  ],
};

/** `invoice.*` stands for all events of invoices. */
const matchesType = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

export const webhookEndpoints: Resource = {
  routes: [
    route({
      method: 'POST',
      path: '/v1/webhook_endpoints',
      params: z.strictObject({
        ...endpointFields,
        url: url(),
        enabled_events: listOf(text()),
        api_version: z.enum([API_VERSION, OLDER_VERSION]).optional(),
      }),
      handle: ({ tx, params: { metadata: values, ...params } }) => {
        const { endpoint, secret } = createEndpoint(tx, { ...params, metadata: mergeMetadata({}, values) });
        return { ...endpoint, secret };
      },
    }),
    listRoute({ path: '/v1/webhook_endpoints', kind: 'webhook_endpoint', filters: {}, matches: () => true }),
    retrieveRoute('/v1/webhook_endpoints/:id', 'webhook_endpoint'),
    route({
      method: 'POST',
      path: '/v1/webhook_endpoints/:id',
      params: z.strictObject({
        ...endpointFields,
        url: url().optional(),
        enabled_events: listOf(text()).optional(),
        disabled: boolean().optional(),
      }),
      handle: ({ tx, params: { metadata: values, disabled, ...params }, id }) => {
        const endpoint = requireObject(tx, 'webhook_endpoint', id);
        return tx.update('webhook_endpoint', id, {
          ...params,
          ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
          metadata: mergeMetadata(endpoint.metadata, values),
        });
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/webhook_endpoints/:id',
      params: z.strictObject({}),
      handle: ({ tx, id }) => deleteEndpoint(tx, id),
    }),
  ],
};

function deleteEndpoint(tx: Transaction, id: string) {
  if (!tx.find('webhook_endpoint', id))
    throw refuse(`No such webhook endpoint: '${id}'`, { code: 'resource_missing', param: 'id', status: 404 });
  tx.delete('webhook_endpoint', id);
  tx.delete('sandbox.endpoint_secret', id);
  for (const delivery of tx.list('sandbox.delivery', ({ endpoint }) => endpoint === id))
    tx.delete('sandbox.delivery', delivery.id);
  return { id, object: 'webhook_endpoint', deleted: true };
}
