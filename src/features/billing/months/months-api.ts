import { api } from '#src/lib/api-client.ts';
import { saveFile } from '#src/lib/save-file.ts';

const MONTH = '/api/admin/billing/months/:month';

export const fetchMonths = (signal: AbortSignal) => api.get('/api/admin/billing/months', { signal });

export const fetchMonth = (month: string, signal: AbortSignal) => api.get(MONTH, { param: { month }, signal });

/** `repair`: what differed is first read again from Stripe. */
export const checkMonth = (month: string, repair: boolean) =>
  api.post(`${MONTH}/check`, { param: { month }, json: { repair } });

export const closeMonth = (month: string) => api.post(`${MONTH}/close`, { param: { month } });

export const reopenMonth = (month: string, reason: string) =>
  api.post(`${MONTH}/reopen`, { param: { month }, json: { reason } });

export async function downloadBooks(month: string): Promise<void> {
  await saveFile(await api.getResponse(`${MONTH}/export.zip`, { param: { month } }), `books-${month}.zip`);
}
