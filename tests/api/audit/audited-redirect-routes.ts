import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const PATH = '/api/admin/redirects';
// The only address without a page on the site of these tests.
const redirect = { from: '/nowhere', to: '/about', status: 301 };

export async function createRedirect({ admin }: AuditSite): Promise<number> {
  return (await admin.call('POST', PATH, redirect)).body.data.id;
}

const addMissingPath = ({ test }: AuditSite) =>
  test.db.client.execute("INSERT INTO missing_paths VALUES ('/nowhere', 1, 0, 0, 0, NULL)");

export async function ignorePath(site: AuditSite): Promise<void> {
  await addMissingPath(site);
  await site.admin.call('POST', `${PATH}/missing/ignore`, { path: '/nowhere' });
}

export const auditedRedirectRoutes: Record<string, AuditedRoute> = {
  [`POST ${PATH}`]: { action: 'redirect.created', body: redirect, after: redirect },
  [`POST ${PATH}/import`]: { action: 'redirect.imported', body: { csv: '/nowhere,/about' } },
  [`POST ${PATH}/bulk-delete`]: {
    action: 'redirect.deleted',
    prepare: async (site) => ({ body: { ids: [await createRedirect(site)] } }),
    before: redirect,
  },
  [`POST ${PATH}/missing/ignore`]: {
    action: 'missing_path.ignored',
    prepare: async (site) => {
      await addMissingPath(site);
      return { body: { path: '/nowhere' } };
    },
  },
  [`PUT ${PATH}/:id`]: {
    action: 'redirect.changed',
    prepare: async (site) => ({ path: `${PATH}/${await createRedirect(site)}` }),
    body: { ...redirect, to: '/team' },
    before: { to: '/about' },
    after: { to: '/team' },
  },
  [`DELETE ${PATH}/:id`]: {
    action: 'redirect.deleted',
    prepare: async (site) => ({ path: `${PATH}/${await createRedirect(site)}` }),
    before: redirect,
  },
};
