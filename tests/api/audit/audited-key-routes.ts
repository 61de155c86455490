import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const PATH = '/api/admin/api-keys';
const key = { name: 'Release notes', scopes: ['content'] };

const createKey = async ({ admin }: AuditSite): Promise<number> =>
  (await admin.call('POST', PATH, key)).body.data.id as number;

export const auditedKeyRoutes: Record<string, AuditedRoute> = {
  [`POST ${PATH}`]: { action: 'api_key.created', body: key, after: key },
  [`DELETE ${PATH}/:id`]: {
    action: 'api_key.revoked',
    prepare: async (site) => ({ path: `${PATH}/${await createKey(site)}` }),
  },
};
