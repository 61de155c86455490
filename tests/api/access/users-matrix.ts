import { needs, type RouteCase } from './expected-access.ts';

/** The routes of the user manager. */
export const usersMatrix: Record<string, RouteCase> = {
  'GET /api/admin/users': { expected: needs('users.read', 200) },
  'GET /api/admin/users/:id': { path: '/api/admin/users/999', expected: needs('users.read', 404) },
  'GET /api/admin/users/:id/sessions': { path: '/api/admin/users/999/sessions', expected: needs('users.read', 404) },
  'GET /api/admin/users/:id/payments': { path: '/api/admin/users/999/payments', expected: needs('users.read', 404) },
  'POST /api/admin/users/:id/payments/:invoiceId/refund': {
    path: '/api/admin/users/999/payments/in_1/refund',
    body: { amount: 1, refundedBefore: 0, reason: 'other', idempotencyKey: 'a-key-of-a-refund' },
    expected: needs('billing.manage', 404),
  },
  'POST /api/admin/users/:id/complimentary-plans': {
    path: '/api/admin/users/999/complimentary-plans',
    body: { planName: 'Creator', endsAt: null, reason: 'Launch' },
    expected: needs('billing.manage', 404),
  },
  'DELETE /api/admin/users/:id/complimentary-plans/:planId': {
    path: '/api/admin/users/999/complimentary-plans/comp_1',
    expected: needs('billing.manage', 404),
  },
  'GET /api/admin/users/:id/api-keys': { path: '/api/admin/users/999/api-keys', expected: needs('users.read', 200) },
  'GET /api/admin/users/:id/timeline': { path: '/api/admin/users/999/timeline', expected: needs('users.read', 404) },
  'POST /api/admin/users/bulk': {
    body: { ids: [999], action: 'remove_blacklist' },
    expected: needs('users.manage', 200),
  },
  'POST /api/admin/users/:id/blacklist': {
    path: '/api/admin/users/999/blacklist',
    body: { reason: 'Spam' },
    expected: needs('users.manage', 404),
  },
  'DELETE /api/admin/users/:id/blacklist': {
    path: '/api/admin/users/999/blacklist',
    expected: needs('users.manage', 404),
  },
  'PUT /api/admin/users/:id/role': {
    path: '/api/admin/users/999/role',
    body: { role: 'admin' },
    expected: needs('users.manage', 404),
  },
  'DELETE /api/admin/users/:id': { path: '/api/admin/users/999', expected: needs('users.manage', 404) },
  'POST /api/admin/users/:id/cancel-deletion': {
    path: '/api/admin/users/999/cancel-deletion',
    expected: needs('users.manage', 404),
  },
  'DELETE /api/admin/users/:id/devices': {
    path: '/api/admin/users/999/devices',
    expected: needs('users.manage', 404),
  },
  'DELETE /api/admin/users/:id/devices/:sessionId': {
    path: '/api/admin/users/999/devices/STRANGER',
    expected: needs('users.manage', 404),
  },
};
