import { publicationList, webhookList } from '#api/domain/openshelf-lists.ts';
import { api } from '#src/lib/api-client.ts';
import { type StateOf, toListQuery } from '#src/lib/list-address.ts';

// Apart from the other calls, so that the screen of a review doesn't load what lists are made of.

export async function fetchPublications(state: StateOf<typeof publicationList>, signal: AbortSignal) {
  const { data } = await api.get('/api/admin/openshelf/publications', {
    query: toListQuery(publicationList, state),
    signal,
  });
  return { rows: data.publications, total: data.pagination.total };
}

export async function fetchWebhooks(state: StateOf<typeof webhookList>, signal: AbortSignal) {
  const query = toListQuery(webhookList, state);
  const { webhooks, pagination, ...rest } = (await api.get('/api/admin/openshelf/webhooks', { query, signal })).data;
  return { ...rest, rows: webhooks, total: pagination.total };
}
