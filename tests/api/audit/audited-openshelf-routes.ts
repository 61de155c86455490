import { createPublication } from '../../support/app/publications.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const OPENSHELF = '/api/admin/openshelf';
const REJECTION = { comments: 'No source.' };
const WAITING = { status: 'ADMIN_REVIEWING' };

const withPublication =
  (path: (id: number) => string, body?: (id: number) => unknown) =>
  async ({ test }: AuditSite) => {
    const id = await createPublication(test);
    return { path: `${OPENSHELF}${path(id)}`, body: body?.(id) };
  };

/** The routes of OpenShelf for reviewers and admins. */
export const auditedOpenshelfRoutes: Record<string, AuditedRoute> = {
  'POST /api/admin/openshelf/reviews/:id/approve': {
    action: 'publication.approved',
    prepare: withPublication(
      (id) => `/reviews/${id}/approve`,
      () => ({}),
    ),
    before: WAITING,
    after: { status: 'APPROVED' },
  },
  'POST /api/admin/openshelf/reviews/:id/reject': {
    action: 'publication.rejected',
    prepare: withPublication(
      (id) => `/reviews/${id}/reject`,
      () => REJECTION,
    ),
    before: WAITING,
    after: { status: 'REJECTED' },
  },
  'POST /api/admin/openshelf/reviews/:id/request-changes': {
    action: 'publication.changes_requested',
    prepare: withPublication(
      (id) => `/reviews/${id}/request-changes`,
      () => REJECTION,
    ),
    before: WAITING,
    after: { status: 'REJECTED' },
  },
  'POST /api/admin/openshelf/publications/bulk-action': {
    action: 'publication.rejected',
    prepare: withPublication(
      () => '/publications/bulk-action',
      (id) => ({ publicationIds: [id], action: 'reject', ...REJECTION }),
    ),
    before: WAITING,
    after: { status: 'REJECTED' },
  },
  'POST /api/admin/openshelf/publications/:id/open-review': {
    action: 'publication.review_opened',
    prepare: async ({ test }) => {
      const id = await createPublication(test, { status: 'AI_REJECTED' });
      return { path: `${OPENSHELF}/publications/${id}/open-review` };
    },
    before: { status: 'AI_REJECTED' },
    after: WAITING,
  },
  'POST /api/admin/openshelf/reasons': {
    action: 'rejection_reason.created',
    prepare: async () => ({
      path: `${OPENSHELF}/reasons`,
      body: { label: 'Too short', text: 'Write more.', category_texts: [{ category_id: 6, text: 'A recipe, too.' }] },
    }),
    after: { label: 'Too short', text: 'Write more.', category_texts: { 6: 'A recipe, too.' } },
  },
  'PUT /api/admin/openshelf/reasons/order': {
    action: 'rejection_reasons.ordered',
    prepare: async () => ({ path: `${OPENSHELF}/reasons/order`, body: { ids: [2, 1, 3, 4, 5, 6, 7, 8, 9] } }),
    before: { ids: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    after: { ids: [2, 1, 3, 4, 5, 6, 7, 8, 9] },
  },
  'POST /api/admin/openshelf/reasons/:id/retire': {
    action: 'rejection_reason.retired',
    prepare: async () => ({ path: `${OPENSHELF}/reasons/8/retire` }),
  },
  'POST /api/admin/openshelf/reasons/:id/restore': {
    action: 'rejection_reason.restored',
    prepare: async ({ test }) => {
      await test.db.client.execute('UPDATE rejection_reasons SET retired_at = 1 WHERE id = 8');
      return { path: `${OPENSHELF}/reasons/8/restore` };
    },
  },
  'DELETE /api/admin/openshelf/reasons/:id': {
    action: 'rejection_reason.deleted',
    prepare: async ({ test }) => {
      await test.db.client.execute('UPDATE rejection_reasons SET retired_at = 1 WHERE id = 8');
      return { path: `${OPENSHELF}/reasons/8` };
    },
    before: { label: 'Wrong category', category_texts: {} },
  },
  'PUT /api/admin/openshelf/reasons/:id': {
    action: 'rejection_reason.changed',
    prepare: async () => ({
      path: `${OPENSHELF}/reasons/1`,
      body: {
        label: 'No source',
        text: 'Add a source.',
        category_texts: [{ category_id: 6, text: 'For recipes, too.' }],
      },
    }),
    before: { label: 'Advice, no source', category_texts: {} },
    after: { label: 'No source', text: 'Add a source.', category_texts: { 6: 'For recipes, too.' } },
  },
  'POST /api/admin/openshelf/webhooks/:id/replay': {
    action: 'openshelf_webhook.replayed',
    prepare: async ({ test }) => {
      const id = await createPublication(test, { status: 'APPROVED' });
      await test.db.client.execute({
        sql: `INSERT INTO openshelf_webhooks (id, event_id, type, publication_id, payload, status, attempts, next_attempt_at, created_at)
          VALUES (1, 'evt_1', 'publication.approved', ?, '{}', 'failed', 9, 0, 0)`,
        args: [id],
      });
      return { path: `${OPENSHELF}/webhooks/1/replay` };
    },
    before: { status: 'failed', attempts: 9 },
    after: { status: 'queued', attempts: 0 },
  },
};
