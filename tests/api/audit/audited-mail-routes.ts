import { addEmail } from '../../support/mail/mail-manager.ts';
import type { AuditedRoute, AuditSite } from './audited-routes.ts';

const MAIL = '/api/admin/mail';
const ADDRESS = 'mere@example.com';

const withEmail =
  (act: string, values: Parameters<typeof addEmail>[1] = {}) =>
  async ({ test }: AuditSite) => ({ path: `${MAIL}/${await addEmail(test, values)}/${act}` });

export const auditedMailRoutes: Record<string, AuditedRoute> = {
  'POST /api/admin/mail/:id/retry': {
    action: 'email.retried',
    prepare: withEmail('retry', { status: 'expired', attempts: 3 }),
    before: { status: 'expired', attempts: 3 },
    after: { status: 'queued', attempts: 0 },
  },
  'POST /api/admin/mail/:id/resend': { action: 'email.resent', prepare: withEmail('resend', { status: 'sent' }) },
  'POST /api/admin/mail/:id/suppress': {
    action: 'email.suppressed',
    prepare: withEmail('suppress'),
    before: { status: 'queued' },
    after: { status: 'suppressed' },
  },
  'POST /api/admin/mail/addresses/suppress': { action: 'email_address.suppressed', body: { email: ADDRESS } },
  'DELETE /api/admin/mail/addresses/:email': {
    action: 'email_address.unsuppressed',
    prepare: async ({ admin }) => {
      await admin.call('POST', `${MAIL}/addresses/suppress`, { email: ADDRESS });
      return { path: `${MAIL}/addresses/${ADDRESS}` };
    },
  },
};
