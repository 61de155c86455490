import { demoSettings } from '#db/seed/site/settings.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { TIDEWORKS } from '../../support/app/new-site.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const PART = { kind: 'settings', id: 1, version: 1 };

/** A draft of the settings with another tagline. */
export async function draftSettings({ admin }: AuditSite): Promise<void> {
  const company = { ...demoSettings.company, tagline: 'Less paper, more day.' };
  await admin.call('PUT', '/api/admin/settings/1/draft', {
    fields: { ...demoSettings, company },
    content: '',
    client_id: 'client-of-tests',
    version: 0,
    base_revision: 1,
  });
}

export async function publishSettings(site: AuditSite): Promise<void> {
  await draftSettings(site);
  await site.admin.call('POST', '/api/admin/site-changes/publish', { parts: [PART] });
}

/** A new page. Returns its id. */
async function createPage({ admin }: AuditSite): Promise<number> {
  return (await admin.call('POST', '/api/admin/pages', NEW_PAGE)).body.page.id as number;
}

export async function deletePage(site: AuditSite) {
  return site.admin.call('DELETE', `/api/admin/pages/${await createPage(site)}`, DELETION);
}

const NEW_PRODUCT = { name: 'Logbook' };
const NEW_PAGE = { title: 'Prices', address: '/prices' };
const DELETION = { revision: 1, redirect_to: null };

/** A draft of the navigation without social links; answers its path. */
async function draftNavigation({ admin }: AuditSite): Promise<string> {
  const { id } = (await admin.call('GET', '/api/admin/navigation')).body;
  await admin.call('PUT', `/api/admin/navigation/${id}/draft`, {
    fields: { ...demoNavigation, socials: [] },
    content: '',
    client_id: 'client-of-tests',
    version: 0,
    base_revision: 1,
  });
  return `/api/admin/navigation/${id}`;
}

export async function publishNavigation(site: AuditSite): Promise<void> {
  await site.admin.call('POST', `${await draftNavigation(site)}/publish`, { version: 1 });
}

/** A site whose questions are answered. */
async function answerFirstRun({ test }: AuditSite) {
  await test.db.client.execute({
    sql: "INSERT INTO first_run (id, answers, answered, created_at) VALUES (1, ?, '[]', 0)",
    args: [JSON.stringify(TIDEWORKS)],
  });
  return { body: { version: 1 } };
}

/** An import in a state, as if its file had been read. */
async function createImport({ test }: AuditSite, state: string): Promise<number> {
  const { lastInsertRowid } = await test.db.client.execute({
    sql: `INSERT INTO imports (source, state, files, options, losses, created_at)
      VALUES ('wordpress', ?, '[{"path":"/none","name":"site.xml","bytes":1}]', '{}', '[]', 0)`,
    args: [state],
  });
  return Number(lastInsertRowid);
}

export const auditedSiteRoutes: Record<string, AuditedRoute> = {
  'POST /api/admin/imports/:id/start': {
    action: 'import.started',
    prepare: async (site) => ({ path: `/api/admin/imports/${await createImport(site, 'checked')}/start` }),
  },
  'POST /api/admin/imports/:id/stop': {
    action: 'import.stopped',
    prepare: async (site) => ({ path: `/api/admin/imports/${await createImport(site, 'running')}/stop` }),
  },
  'POST /api/admin/imports/:id/undo': {
    action: 'import.undoing_started',
    prepare: async (site) => ({ path: `/api/admin/imports/${await createImport(site, 'finished')}/undo` }),
    body: { removes_edited: false },
  },
  'POST /api/admin/first-run/publish': { action: 'site.published', prepare: answerFirstRun },
  'POST /api/admin/site-changes/publish': {
    action: 'site.published',
    prepare: async (site) => {
      await draftSettings(site);
      return { body: { parts: [PART] } };
    },
  },
  'POST /api/admin/site-changes/schedules': {
    action: 'site.scheduled',
    prepare: async (site) => {
      await draftSettings(site);
      return { body: { parts: [PART], publish_at: '2099-01-01T08:00:00Z' } };
    },
  },
  'DELETE /api/admin/site-changes/schedules/:id': {
    action: 'site.schedule_cancelled',
    prepare: async (site) => {
      await draftSettings(site);
      const body = { parts: [PART], publish_at: '2099-01-01T08:00:00Z' };
      const { schedule } = (await site.admin.call('POST', '/api/admin/site-changes/schedules', body)).body;
      return { path: `/api/admin/site-changes/schedules/${schedule.id}` };
    },
  },
  'POST /api/admin/site-changes/schedules/:id/publish': {
    action: 'site.published',
    prepare: async (site) => {
      await draftSettings(site);
      const body = { parts: [PART], publish_at: '2099-01-01T08:00:00Z' };
      const { schedule } = (await site.admin.call('POST', '/api/admin/site-changes/schedules', body)).body;
      return { path: `/api/admin/site-changes/schedules/${schedule.id}/publish` };
    },
  },
  'POST /api/admin/site-changes/discard': {
    action: 'site.discarded',
    prepare: async (site) => {
      await draftSettings(site);
      return { body: { parts: [PART] } };
    },
  },
  'POST /api/admin/products': { action: 'catalogue.product_created', body: NEW_PRODUCT, after: NEW_PRODUCT },
  'POST /api/admin/products/:id/publish': {
    action: 'site.published',
    prepare: async ({ admin }) => {
      const { body } = await admin.call('POST', '/api/admin/products', NEW_PRODUCT);
      return { path: `/api/admin/products/${body.product.id}/publish`, body: { version: 1 } };
    },
  },
  'POST /api/admin/plans': {
    action: 'catalogue.plan_created',
    body: { name: 'Crew', product_id: 4 },
    after: { name: 'Crew' },
  },
  'POST /api/admin/plans/:id/publish': {
    action: 'site.published',
    prepare: async ({ admin }) => {
      const { body } = await admin.call('GET', '/api/admin/plans');
      const { id } = body.plans[0] as { id: number };
      await admin.call('POST', `/api/admin/plans/${id}/archive`, { is_archived: true });
      return { path: `/api/admin/plans/${id}/publish`, body: { version: 1 } };
    },
  },
  'DELETE /api/admin/products/:id': {
    action: 'catalogue.product_deleted',
    prepare: async ({ admin }) => {
      const { body } = await admin.call('POST', '/api/admin/products', NEW_PRODUCT);
      return { path: `/api/admin/products/${body.product.id}` };
    },
    before: NEW_PRODUCT,
  },
  'DELETE /api/admin/plans/:id': {
    action: 'catalogue.plan_deleted',
    prepare: async ({ admin }) => {
      const { body } = await admin.call('POST', '/api/admin/plans', { name: 'Crew', product_id: 4 });
      return { path: `/api/admin/plans/${body.plan.id}` };
    },
    before: { name: 'Crew' },
  },
  'POST /api/admin/pages': { action: 'page.created', body: NEW_PAGE, after: NEW_PAGE },
  'POST /api/admin/pages/:id/duplicate': {
    action: 'page.created',
    prepare: async (site) => ({ path: `/api/admin/pages/${await createPage(site)}/duplicate` }),
    after: { title: 'Prices (copy)', address: '/prices-copy' },
  },
  'POST /api/admin/pages/:id/publish': {
    action: 'site.published',
    prepare: async (site) => ({ path: `/api/admin/pages/${await createPage(site)}/publish`, body: { version: 1 } }),
  },
  'DELETE /api/admin/pages/:id': {
    action: 'page.deleted',
    prepare: async (site) => ({ path: `/api/admin/pages/${await createPage(site)}`, body: DELETION }),
    before: NEW_PAGE,
  },
  'POST /api/admin/settings/:id/publish': {
    action: 'site.published',
    prepare: async (site) => {
      await draftSettings(site);
      return { path: '/api/admin/settings/1/publish', body: { version: 1 } };
    },
  },
  'POST /api/admin/navigation/:id/publish': {
    action: 'site.published',
    prepare: async (site) => ({ path: `${await draftNavigation(site)}/publish`, body: { version: 1 } }),
  },
};
