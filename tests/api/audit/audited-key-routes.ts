import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const PATH = '/api/admin/api-keys';
const key = { name: 'Release notes', scopes: ['content'] };

const createKey = async ({ admin }: AuditSite): Promise<number> =>
  (await admin.call('POST', PATH, key)).body.data.id as number;

const WEBHOOKS = '/api/admin/webhooks';
const endpoint = { url: 'https://app.example.com/hooks', product_id: null };

const createEndpoint = async ({ admin }: AuditSite): Promise<number> =>
  (await admin.call('POST', WEBHOOKS, endpoint)).body.data.id as number;

async function createSentWebhook(site: AuditSite): Promise<number> {
  const { body } = await site.admin.call('POST', `${WEBHOOKS}/${await createEndpoint(site)}/test`, {});
  await site.test.db.client.execute("UPDATE subscription_webhooks SET status = 'failed', attempts = 28");
  return body.data.id as number;
}

export const auditedKeyRoutes: Record<string, AuditedRoute> = {
  [`POST ${PATH}`]: { action: 'api_key.created', body: key, after: key },
  [`DELETE ${PATH}/:id`]: {
    action: 'api_key.revoked',
    prepare: async (site) => ({ path: `${PATH}/${await createKey(site)}` }),
  },
  [`POST ${WEBHOOKS}`]: { action: 'webhook_endpoint.created', body: endpoint, after: endpoint },
  [`DELETE ${WEBHOOKS}/:id`]: {
    action: 'webhook_endpoint.deleted',
    before: endpoint,
    prepare: async (site) => ({ path: `${WEBHOOKS}/${await createEndpoint(site)}` }),
  },
  [`POST ${WEBHOOKS}/:id/test`]: {
    action: 'webhook_endpoint.tested',
    prepare: async (site) => ({ path: `${WEBHOOKS}/${await createEndpoint(site)}/test` }),
  },
  [`POST ${WEBHOOKS}/deliveries/:id/replay`]: {
    action: 'subscription_webhook.replayed',
    prepare: async (site) => ({ path: `${WEBHOOKS}/deliveries/${await createSentWebhook(site)}/replay` }),
  },
};
