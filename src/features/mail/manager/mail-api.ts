import { emailList, suppressedAddressList } from '#api/domain/mail-list.ts';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toListQuery } from '#src/lib/list-address.ts';

export async function fetchEmails(state: StateOf<typeof emailList>, signal: AbortSignal) {
  const { data, pagination, ...rest } = await api.get('/api/admin/mail', {
    query: toListQuery(emailList, state),
    signal,
  });
  return { ...rest, rows: data, total: pagination.total };
}

export const fetchEmail = (id: number, signal: AbortSignal) =>
  api.get('/api/admin/mail/:id', { param: { id }, signal });

export const retryEmail = (id: number) => api.post('/api/admin/mail/:id/retry', { param: { id } });

export const resendEmail = (id: number) => api.post('/api/admin/mail/:id/resend', { param: { id } });

export const suppressEmail = (id: number) => api.post('/api/admin/mail/:id/suppress', { param: { id } });

export async function fetchAddresses(state: StateOf<typeof suppressedAddressList>, signal: AbortSignal) {
  const { data, pagination } = await api.get('/api/admin/mail/addresses', {
    query: toListQuery(suppressedAddressList, state),
    signal,
  });
  return { rows: data.map((address) => ({ ...address, id: address.email })), total: pagination.total };
}

export const suppressAddress = (email: string) => api.post('/api/admin/mail/addresses/suppress', { json: { email } });

export const unsuppressAddress = (email: string) =>
  api.delete('/api/admin/mail/addresses/:email', { param: { email } });
