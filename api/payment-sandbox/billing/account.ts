import { z } from 'zod';
import { requireObject } from '../http/errors.ts';
import { boolean, createdSince, metadata, text, url } from '../http/params.ts';
import { listRoute, retrieveRoute, type Route, route } from '../http/route.ts';
import type { WebhookEndpoint } from '../objects/pages.ts';

const NAME = 'Payment sandbox';
const enabled = z.strictObject({ enabled: boolean() });
const CONFIGURATIONS = '/v1/billing_portal/configurations';

/** How the account is set up: its name, what its portal offers, and where its events go. */
export const accountRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/account',
    params: z.strictObject({}),
    handle: () => ({
      id: 'acct_sandbox',
      object: 'account',
      business_profile: { name: NAME },
      settings: { dashboard: { display_name: NAME } },
    }),
  }),
  retrieveRoute('/v1/payment_methods/:id', 'payment_method'),
  listRoute({
    path: CONFIGURATIONS,
    kind: 'billing_portal.configuration',
    filters: { active: boolean() },
    matches: (configuration, { active }) => configuration.active === active,
  }),
  route({
    method: 'POST',
    path: CONFIGURATIONS,
    params: z.strictObject({
      features: z.strictObject({
        customer_update: z.strictObject({
          enabled: boolean(),
          allowed_updates: z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])).optional(),
        }),
        invoice_history: enabled,
        payment_method_update: enabled,
        subscription_cancel: enabled,
        subscription_update: enabled,
      }),
      metadata: metadata(),
    }),
    handle: ({ tx, params }) => {
      const configuration = tx.put('billing_portal.configuration', {
        id: tx.createId('billing_portal.configuration'),
        object: 'billing_portal.configuration',
        active: true,
        created: tx.now(),
        ...params,
      });
      tx.emit('billing_portal.configuration.created', configuration);
      return configuration;
    },
  }),
  listRoute({
    path: '/v1/events',
    kind: 'event',
    filters: { created: createdSince(), delivery_success: boolean().optional() },
    matches: (event, { created, delivery_success: isDelivered }) =>
      (created === undefined || event.created >= created.gte) &&
      (isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered),
  }),
  listRoute({ path: '/v1/webhook_endpoints', kind: 'webhook_endpoint', filters: {}, matches: () => true }),
  retrieveRoute('/v1/webhook_endpoints/:id', 'webhook_endpoint'),
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: z.strictObject({
      disabled: boolean().optional(),
      enabled_events: z.array(text()).optional(),
      url: url().optional(),
    }),
    handle: ({ tx, params: { disabled, ...params }, id }) => {
      requireObject(tx, 'webhook_endpoint', id);
      const status = disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' };
      return tx.update('webhook_endpoint', id, { ...params, ...status } as Partial<WebhookEndpoint>);
    },
  }),
];
