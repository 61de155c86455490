import { createTestSession, createUser } from '../../support/app/users.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const USERS = '/api/admin/users';
const NOT_BLACKLISTED = { is_blacklisted: false };
const BLACKLISTED = { is_blacklisted: true };

const withUser =
  (path: string, body?: unknown) =>
  async ({ test }: AuditSite) => ({ path: `${USERS}/${(await createUser(test)).id}${path}`, body });

async function blacklistUser({ test, admin }: AuditSite) {
  const { id } = await createUser(test);
  await admin.call('POST', `${USERS}/${id}/blacklist`, { reason: 'Spam' });
  return { path: `${USERS}/${id}/blacklist` };
}

/** A deletion that failed; until then the user can't be seen. */
async function failDeletion({ test, admin }: AuditSite) {
  const { id } = await createUser(test);
  await admin.call('DELETE', `${USERS}/${id}`);
  await test.db.client.execute('UPDATE users SET deletion_attempts = 1 WHERE delete_after IS NOT NULL');
  return { path: `${USERS}/${id}/cancel-deletion` };
}

const endSession =
  (toPath: (sessionId: unknown) => string) =>
  async ({ test }: AuditSite) => {
    const user = await createUser(test);
    await createTestSession(test, user);
    const { rows } = await test.db.client.execute({
      sql: 'SELECT id FROM sessions WHERE user_id = ?',
      args: [user.id],
    });
    return { path: `${USERS}/${user.id}/devices${toPath(rows[0]?.id)}` };
  };

/** A plan that is given free of charge. */
export const GIFT = { planName: 'Creator', endsAt: null, reason: 'Helped with the launch' };

async function giveGift({ test, admin }: AuditSite) {
  const path = `${USERS}/${(await createUser(test)).id}/complimentary-plans`;
  const { body } = await admin.call('POST', path, GIFT);
  return { path: `${path}/${body.data.user.complimentary_plans[0].id}` };
}

export const auditedUserRoutes: Record<string, AuditedRoute> = {
  'POST /api/admin/users/:id/complimentary-plans': {
    action: 'complimentary_plan.given',
    prepare: withUser('/complimentary-plans', GIFT),
  },
  'DELETE /api/admin/users/:id/complimentary-plans/:planId': {
    action: 'complimentary_plan.ended',
    prepare: giveGift,
  },
  'POST /api/admin/users/bulk': {
    action: 'user.blacklisted',
    prepare: async ({ test }) => ({
      body: { ids: [(await createUser(test)).id], action: 'blacklist', reason: 'Spam' },
    }),
    before: NOT_BLACKLISTED,
    after: BLACKLISTED,
  },
  'POST /api/admin/users/:id/blacklist': {
    action: 'user.blacklisted',
    prepare: withUser('/blacklist', { reason: 'Spam' }),
    before: NOT_BLACKLISTED,
    after: BLACKLISTED,
  },
  'DELETE /api/admin/users/:id/blacklist': {
    action: 'user.unblacklisted',
    prepare: blacklistUser,
    before: BLACKLISTED,
    after: NOT_BLACKLISTED,
  },
  'PUT /api/admin/users/:id/contact': {
    action: 'user.changed',
    prepare: withUser('/contact', {
      email: 'new@example.com',
      firstName: 'Mere',
      lastName: 'Tane',
      endSessions: false,
    }),
  },
  'DELETE /api/admin/users/blacklisted-addresses/:id': {
    action: 'user.address_unblacklisted',
    prepare: async ({ test, admin }) => {
      const { id } = await createUser(test);
      await admin.call('POST', `${USERS}/${id}/blacklist`, { reason: 'Spam', scope: 'base_address' });
      return { path: `${USERS}/blacklisted-addresses/1` };
    },
  },
  'POST /api/admin/users/:id/notes': {
    action: 'user.note_added',
    prepare: withUser('/notes', { body: 'Prefers email' }),
  },
  'DELETE /api/admin/users/:id/notes/:noteId': {
    action: 'user.note_deleted',
    prepare: async ({ test, admin }) => {
      const { id } = await createUser(test);
      const { body } = await admin.call('POST', `${USERS}/${id}/notes`, { body: 'Prefers email' });
      return { path: `${USERS}/${id}/notes/${body.data.notes[0].id}` };
    },
  },
  'PUT /api/admin/users/:id/role': {
    action: 'user.role_changed',
    prepare: withUser('/role', { role: 'admin' }),
    before: { role: 'user' },
    after: { role: 'admin' },
  },
  'DELETE /api/admin/users/:id': {
    action: 'user.deletion_scheduled',
    prepare: withUser(''),
    before: { delete_after: null },
    after: { delete_after: '2026-11-21T00:00:30.000Z' },
  },
  'POST /api/admin/users/:id/cancel-deletion': {
    action: 'user.deletion_undone',
    prepare: failDeletion,
    before: { delete_after: '2026-11-21T00:00:30.000Z' },
    after: { delete_after: null },
  },
  'DELETE /api/admin/users/:id/devices': { action: 'user.session_ended', prepare: endSession(() => '') },
  'DELETE /api/admin/users/:id/devices/:sessionId': {
    action: 'user.session_ended',
    prepare: endSession((sessionId) => `/${sessionId}`),
  },
};
