import { joinWaitingList } from '../../support/app/waiting-list.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const joinWith = (path: string, body?: unknown) => async (site: AuditSite) => {
  await joinWaitingList(site.test);
  return { path, body };
};
const PENDING = { status: 'pending' };

/** An invitation that was delivered. */
const inviteAndSend = (path: string, request?: unknown) => async (site: AuditSite) => {
  await joinWaitingList(site.test);
  await site.admin.call('POST', '/api/waitinglist/invite', { ids: [1] });
  site.test.clock.advance(60_000);
  await site.test.db.client.execute("UPDATE outbox SET status = 'sent', sent_at = next_attempt_at");
  return { path, body: request };
};

/** The routes of waiting lists. */
export const auditedWaitingListRoutes: Record<string, AuditedRoute> = {
  'POST /api/waitinglist/invite': {
    action: 'waiting_list.invited',
    prepare: joinWith('/api/waitinglist/invite', { ids: [1] }),
    before: PENDING,
    after: { status: 'invited' },
  },
  'POST /api/waitinglist/reject': {
    action: 'waiting_list.rejected',
    prepare: joinWith('/api/waitinglist/reject', { ids: [1] }),
    before: PENDING,
    after: { status: 'rejected' },
  },
  'POST /api/waitinglist/put-back': {
    action: 'waiting_list.put_back',
    prepare: async (site) => {
      await joinWaitingList(site.test);
      await site.admin.call('POST', '/api/waitinglist/reject', { ids: [1] });
      return { path: '/api/waitinglist/put-back', body: { ids: [1] } };
    },
    before: { status: 'rejected' },
    after: PENDING,
  },
  'DELETE /api/waitinglist/:id': {
    action: 'waiting_list.deleted',
    prepare: joinWith('/api/waitinglist/1'),
    before: PENDING,
  },
  'POST /api/waitinglist/resend': {
    action: 'waiting_list.invitation_resent',
    prepare: inviteAndSend('/api/waitinglist/resend', { ids: [1] }),
  },
};
