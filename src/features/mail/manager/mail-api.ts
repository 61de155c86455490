import { api } from '#src/lib/api-client.ts';
import { type MailState, PAGE_SIZE } from './mail-state.ts';

export const fetchEmails = ({ status, kind, search, page }: MailState, signal: AbortSignal) =>
  api.get('/api/admin/mail', {
    query: {
      status: status ?? undefined,
      kind: kind ?? undefined,
      search: search.trim() || undefined,
      page,
      limit: PAGE_SIZE,
    },
    signal,
  });

export const fetchEmail = (id: number, signal: AbortSignal) =>
  api.get('/api/admin/mail/:id', { param: { id }, signal });

export const retryEmail = (id: number) => api.post('/api/admin/mail/:id/retry', { param: { id } });

export const resendEmail = (id: number) => api.post('/api/admin/mail/:id/resend', { param: { id } });

export const suppressEmail = (id: number) => api.post('/api/admin/mail/:id/suppress', { param: { id } });

export const fetchAddresses = ({ search, page }: MailState, signal: AbortSignal) =>
  api.get('/api/admin/mail/addresses', {
    query: { search: search.trim() || undefined, page, limit: PAGE_SIZE },
    signal,
  });

export const suppressAddress = (email: string) => api.post('/api/admin/mail/addresses/suppress', { json: { email } });

export const unsuppressAddress = (email: string) =>
  api.delete('/api/admin/mail/addresses/:email', { param: { email } });
