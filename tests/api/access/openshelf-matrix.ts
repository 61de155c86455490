import { needs, open, type RouteCase, serviceOnly } from './expected-access.ts';

const SERVICE = '/api/v1/publish/openshelf';
const ADMIN = '/api/admin/openshelf';
const work = { title: 'A', author_name: 'B', description: 'C', category: 'Fiction' };

/** The routes of OpenShelf: the publishing service’s, and those of reviewers and admins. */
export const openshelfMatrix: Record<string, RouteCase> = {
  [`GET ${SERVICE}/categories`]: { expected: open(200) },
  [`POST ${SERVICE}/publications`]: { body: work, expected: serviceOnly },
  [`GET ${SERVICE}/publications/:id`]: { path: `${SERVICE}/publications/999`, expected: serviceOnly },
  [`PUT ${SERVICE}/publications/:id`]: { path: `${SERVICE}/publications/999`, body: work, expected: serviceOnly },
  [`POST ${SERVICE}/publications/:id/submit`]: {
    path: `${SERVICE}/publications/999/submit`,
    expected: serviceOnly,
  },
  [`POST ${SERVICE}/publications/:id/ai-review/start`]: {
    path: `${SERVICE}/publications/999/ai-review/start`,
    expected: serviceOnly,
  },
  [`POST ${SERVICE}/publications/:id/ai-review`]: {
    path: `${SERVICE}/publications/999/ai-review`,
    body: { decision: 'approved', confidence_score: 1 },
    expected: serviceOnly,
  },
  [`POST ${SERVICE}/publications/:id/appeal`]: {
    path: `${SERVICE}/publications/999/appeal`,
    body: { text: 'Read it again.' },
    expected: serviceOnly,
  },
  [`POST ${SERVICE}/publications/:id/published`]: {
    path: `${SERVICE}/publications/999/published`,
    expected: serviceOnly,
  },
  [`POST ${SERVICE}/publications/:id/withdraw`]: {
    path: `${SERVICE}/publications/999/withdraw`,
    expected: serviceOnly,
  },
  [`GET ${ADMIN}/dashboard`]: { expected: needs('openshelf.review', 200) },
  [`GET ${ADMIN}/stats`]: { expected: needs('openshelf.review', 200) },
  [`GET ${ADMIN}/reviews/pending`]: { expected: needs('openshelf.review', 200) },
  [`POST ${ADMIN}/reviews/:id/approve`]: {
    path: `${ADMIN}/reviews/999/approve`,
    body: {},
    expected: needs('openshelf.review', 404),
  },
  [`POST ${ADMIN}/reviews/:id/reject`]: {
    path: `${ADMIN}/reviews/999/reject`,
    body: { comments: 'No.' },
    expected: needs('openshelf.review', 404),
  },
  [`POST ${ADMIN}/reviews/:id/request-changes`]: {
    path: `${ADMIN}/reviews/999/request-changes`,
    body: { comments: 'No.' },
    expected: needs('openshelf.review', 404),
  },
  [`POST ${ADMIN}/reviews/:id/claim`]: {
    path: `${ADMIN}/reviews/999/claim`,
    expected: needs('openshelf.review', 404),
  },
  [`DELETE ${ADMIN}/reviews/:id/claim`]: {
    path: `${ADMIN}/reviews/999/claim`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/publications`]: { expected: needs('openshelf.review', 200) },
  [`POST ${ADMIN}/publications/bulk-action`]: {
    body: { publicationIds: [999], action: 'approve' },
    expected: needs('openshelf.review', 409),
  },
  [`GET ${ADMIN}/publications/:id`]: { path: `${ADMIN}/publications/999`, expected: needs('openshelf.review', 404) },
  [`POST ${ADMIN}/publications/:id/open-review`]: {
    path: `${ADMIN}/publications/999/open-review`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/publications/:id/text`]: {
    path: `${ADMIN}/publications/999/text`,
    expected: needs('openshelf.review', 404),
  },
  [`POST ${ADMIN}/publications/:id/text`]: {
    path: `${ADMIN}/publications/999/text`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/publications/:id/images/:number`]: {
    path: `${ADMIN}/publications/999/images/1`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/publications/:id/diff`]: {
    path: `${ADMIN}/publications/999/diff?from=1&to=2`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/publications/:id/precedents`]: {
    path: `${ADMIN}/publications/999/precedents`,
    expected: needs('openshelf.review', 404),
  },
  [`GET ${ADMIN}/reasons`]: { expected: needs('openshelf.review', 200) },
  [`PUT ${ADMIN}/reasons/:id`]: {
    path: `${ADMIN}/reasons/999`,
    body: { label: 'A', text: 'B' },
    expected: needs('openshelf.manage', 404),
  },
  [`POST ${ADMIN}/reasons`]: { body: { label: '', text: '' }, expected: needs('openshelf.manage', 400) },
  [`PUT ${ADMIN}/reasons/order`]: { body: { ids: [999] }, expected: needs('openshelf.manage', 409) },
  [`POST ${ADMIN}/reasons/:id/retire`]: {
    path: `${ADMIN}/reasons/999/retire`,
    expected: needs('openshelf.manage', 404),
  },
  [`POST ${ADMIN}/reasons/:id/restore`]: {
    path: `${ADMIN}/reasons/999/restore`,
    expected: needs('openshelf.manage', 404),
  },
  [`DELETE ${ADMIN}/reasons/:id`]: { path: `${ADMIN}/reasons/999`, expected: needs('openshelf.manage', 404) },
  [`GET ${ADMIN}/webhooks`]: { expected: needs('openshelf.review', 200) },
  [`POST ${ADMIN}/webhooks/:id/replay`]: {
    path: `${ADMIN}/webhooks/999/replay`,
    expected: needs('openshelf.manage', 404),
  },
};
