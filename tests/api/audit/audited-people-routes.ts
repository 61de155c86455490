import { joinWaitingList } from '../../support/app/waiting-list.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const joinWith = (path: string, body?: unknown) => async (site: AuditSite) => {
  await joinWaitingList(site.test);
  return { path, body };
};

/** The routes of waiting lists, users and email. */
export const auditedPeopleRoutes: Record<string, AuditedRoute> = {
  'POST /api/waitinglist/invite': {
    action: 'waiting_list.invited',
    prepare: joinWith('/api/waitinglist/invite', { ids: [1] }),
  },
  'POST /api/waitinglist/reject': {
    action: 'waiting_list.rejected',
    prepare: joinWith('/api/waitinglist/reject', { ids: [1] }),
  },
  'DELETE /api/waitinglist/:id': { action: 'waiting_list.deleted', prepare: joinWith('/api/waitinglist/1') },
};
