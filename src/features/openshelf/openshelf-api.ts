import type { AiDecision } from '#api/domain/publication-states.ts';
import { api } from '#src/lib/api-client.ts';
import type { RouteRequest, RouteResponse } from '#src/lib/api-types.ts';

export type DashboardSummary = RouteResponse<'get', '/api/admin/openshelf/dashboard'>['data']['summary'];
export type BulkDecided = RouteResponse<'post', '/api/admin/openshelf/publications/bulk-action'>;

type PendingQuery = {
  category?: string | undefined;
  ai_decision?: AiDecision | undefined;
  sort?: 'oldest' | 'newest' | undefined;
  page?: number;
  limit?: number;
};
const REVIEWS = '/api/admin/openshelf/reviews';
const PUBLICATIONS = '/api/admin/openshelf/publications';
const REASONS = '/api/admin/openshelf/reasons';

export const fetchSummary = async (signal: AbortSignal) =>
  (await api.get('/api/admin/openshelf/dashboard', { signal })).data.summary;

export const fetchStats = async (signal: AbortSignal) => (await api.get('/api/admin/openshelf/stats', { signal })).data;

export const fetchPending = async (query: PendingQuery, signal?: AbortSignal) =>
  (await api.get(`${REVIEWS}/pending`, { query, ...(signal && { signal }) })).data;

export const fetchPublication = async (id: number, signal?: AbortSignal) =>
  (await api.get(`${PUBLICATIONS}/:id`, { param: { id }, ...(signal && { signal }) })).data;

export type Rejection = RouteRequest<'post', '/api/admin/openshelf/reviews/:id/reject'>['json'];

/** Empty comments are none. */
export const approvePublication = (id: number, comments: string) =>
  api.post(`${REVIEWS}/:id/approve`, { param: { id }, json: comments === '' ? {} : { comments } });

export const rejectPublication = (id: number, json: Rejection) =>
  api.post(`${REVIEWS}/:id/reject`, { param: { id }, json });

export const requestChanges = (id: number, json: Rejection) =>
  api.post(`${REVIEWS}/:id/request-changes`, { param: { id }, json });

export const decidePublications = (publicationIds: number[], action: 'approve' | 'reject', json: Rejection) =>
  api.post(`${PUBLICATIONS}/bulk-action`, { json: { publicationIds, action, ...json } });

export const openReview = (id: number) => api.post(`${PUBLICATIONS}/:id/open-review`, { param: { id } });

export const claimPublication = async (id: number) => (await api.post(`${REVIEWS}/:id/claim`, { param: { id } })).data;

/** `keepalive`: also while the page is left. */
export const releaseClaim = (id: number) => api.delete(`${REVIEWS}/:id/claim`, { param: { id }, keepalive: true });

export const fetchPrecedents = async (id: number, signal?: AbortSignal) =>
  (await api.get(`${PUBLICATIONS}/:id/precedents`, { param: { id }, ...(signal && { signal }) })).data;

export const fetchText = async (id: number, version: number, signal?: AbortSignal) =>
  (await api.get(`${PUBLICATIONS}/:id/text`, { param: { id }, query: { version }, ...(signal && { signal }) })).data;

export const refetchText = async (id: number, version: number) =>
  (await api.post(`${PUBLICATIONS}/:id/text`, { param: { id }, query: { version } })).data;

export const fetchImage = async (id: number, version: number, number: number, signal: AbortSignal) =>
  (await api.get(`${PUBLICATIONS}/:id/images/:number`, { param: { id, number }, query: { version }, signal })).data;

export const fetchDiff = async (
  id: number,
  versions: { from: number; to: number; with?: number },
  signal?: AbortSignal,
) => (await api.get(`${PUBLICATIONS}/:id/diff`, { param: { id }, query: versions, ...(signal && { signal }) })).data;

export const fetchReasons = async (signal: AbortSignal) => (await api.get(REASONS, { signal })).data;

export type Reasons = RouteResponse<'get', '/api/admin/openshelf/reasons'>;

/** With those that were retired, and the categories that may have texts of their own. */
export const fetchReasonsForEditing = (signal?: AbortSignal) => api.get(REASONS, { ...(signal && { signal }) });

export const createReason = (json: RouteRequest<'post', '/api/admin/openshelf/reasons'>['json']) =>
  api.post(REASONS, { json });

export const updateReason = (id: number, json: RouteRequest<'put', '/api/admin/openshelf/reasons/:id'>['json']) =>
  api.put(`${REASONS}/:id`, { param: { id }, json });

export const reorderReasons = (ids: number[]) => api.put(`${REASONS}/order`, { json: { ids } });

export const retireReason = (id: number) => api.post(`${REASONS}/:id/retire`, { param: { id } });

export const restoreReason = (id: number) => api.post(`${REASONS}/:id/restore`, { param: { id } });

export const replayWebhook = (id: number) => api.post('/api/admin/openshelf/webhooks/:id/replay', { param: { id } });

/** The categories of OpenShelf, from the public call that the publishing service uses too. */
export const fetchCategories = async (signal: AbortSignal) =>
  (await api.get('/api/v1/publish/openshelf/categories', { signal })).categories;
