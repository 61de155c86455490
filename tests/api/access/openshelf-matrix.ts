import { needs, type RouteCase } from './expected-access.ts';

const OPENSHELF = '/api/admin/openshelf';
const REJECTION = { comments: 'No source.' };

/** The routes of OpenShelf for reviewers and admins. */
export const openshelfMatrix: Record<string, RouteCase> = {
  'GET /api/admin/openshelf/dashboard': { expected: needs('openshelf.review', 200) },
  'GET /api/admin/openshelf/stats': { expected: needs('openshelf.review', 200) },
  'GET /api/admin/openshelf/reviews/pending': { expected: needs('openshelf.review', 200) },
  'POST /api/admin/openshelf/reviews/undo': { body: { id: 'nothing' }, expected: needs('openshelf.review', 409) },
  'POST /api/admin/openshelf/reviews/:id/approve': {
    path: `${OPENSHELF}/reviews/999/approve`,
    body: {},
    expected: needs('openshelf.review', 404),
  },
  'POST /api/admin/openshelf/reviews/:id/reject': {
    path: `${OPENSHELF}/reviews/999/reject`,
    body: REJECTION,
    expected: needs('openshelf.review', 404),
  },
  'POST /api/admin/openshelf/reviews/:id/request-changes': {
    path: `${OPENSHELF}/reviews/999/request-changes`,
    body: REJECTION,
    expected: needs('openshelf.review', 404),
  },
  'POST /api/admin/openshelf/reviews/:id/claim': {
    path: `${OPENSHELF}/reviews/999/claim`,
    expected: needs('openshelf.review', 404),
  },
  'DELETE /api/admin/openshelf/reviews/:id/claim': {
    path: `${OPENSHELF}/reviews/999/claim`,
    expected: needs('openshelf.review', 404),
  },
  'GET /api/admin/openshelf/publications': { expected: needs('openshelf.review', 200) },
  'POST /api/admin/openshelf/publications/bulk-action': {
    body: { publicationIds: [999], action: 'approve', comments: '' },
    expected: needs('openshelf.review', 409),
  },
  'GET /api/admin/openshelf/publications/:id': {
    path: `${OPENSHELF}/publications/999`,
    expected: needs('openshelf.review', 404),
  },
  'POST /api/admin/openshelf/publications/:id/open-review': {
    path: `${OPENSHELF}/publications/999/open-review`,
    expected: needs('openshelf.review', 404),
  },
  'GET /api/admin/openshelf/publications/:id/text': {
    path: `${OPENSHELF}/publications/999/text`,
    expected: needs('openshelf.review', 404),
  },
  'POST /api/admin/openshelf/publications/:id/text': {
    path: `${OPENSHELF}/publications/999/text`,
    expected: needs('openshelf.review', 404),
  },
  'GET /api/admin/openshelf/publications/:id/diff': {
    path: `${OPENSHELF}/publications/999/diff?from=1&to=2`,
    expected: needs('openshelf.review', 404),
  },
  'GET /api/admin/openshelf/reasons': { expected: needs('openshelf.review', 200) },
  'PUT /api/admin/openshelf/reasons/:id': {
    path: `${OPENSHELF}/reasons/999`,
    body: { label: 'No source', text: '' },
    expected: needs('openshelf.manage', 404),
  },
  'GET /api/admin/openshelf/webhooks': { expected: needs('openshelf.review', 200) },
  'POST /api/admin/openshelf/webhooks/:id/replay': {
    path: `${OPENSHELF}/webhooks/999/replay`,
    expected: needs('openshelf.manage', 404),
  },
};
