import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#api/domain/permissions.ts';
import { type Access, getDeclaredAccess } from '#api/middleware/access.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

type Statuses = [anonymous: number, user: number, blacklisted: number, admin: number, handoff: number];
type Expected = { access: Access; statuses: Statuses };

/** Anyone may call it. A token is optional, but has to be valid. */
const open = (status: number): Expected => ({ access: 'anyone', statuses: [status, status, status, status, status] });
const signedIn = (status: number): Expected => ({ access: 'signed-in', statuses: [401, status, 403, status, 403] });
/** Also for a session that was handed off to another site. */
const signedInOrHandoff = (status: number): Expected => ({
  access: 'signed-in-or-handoff',
  statuses: [401, status, 403, status, status],
});
/** Only with this permission, which the role `admin` holds. */
const needs = (access: Permission, status: number): Expected => ({ access, statuses: [401, 403, 403, status, 403] });

/** Every route with its access rule and the status for each caller; `STRANGER` is the id of another user's session. */
const MATRIX: Record<string, { path?: string; body?: unknown; expected: Expected }> = {
  'GET /api/health': { expected: open(200) },
  'GET /api/openapi.json': { expected: open(200) },
  'POST /api/csp-report': { body: {}, expected: open(204) },
  'POST /api/client-errors': { body: {}, expected: open(400) },
  'GET /api/blogs/published': { expected: open(200) },
  'GET /api/blogs/slug/:slug': { path: '/api/blogs/slug/nothing', expected: open(404) },
  'GET /api/blogs/category/:id': { path: '/api/blogs/category/999', expected: open(404) },
  'GET /api/blogs': { expected: needs('posts.write', 200) },
  'POST /api/blogs': { body: {}, expected: needs('posts.write', 400) },
  'GET /api/blogs/authors': { expected: needs('posts.write', 200) },
  'GET /api/blogs/counts': { expected: needs('posts.write', 200) },
  'GET /api/blogs/slug-availability': {
    path: '/api/blogs/slug-availability?slug=tea',
    expected: needs('posts.write', 200),
  },
  'GET /api/blogs/trash': { expected: needs('posts.write', 200) },
  'DELETE /api/blogs/trash/:id': { path: '/api/blogs/trash/999', expected: needs('posts.write', 404) },
  'POST /api/blogs/bulk': { body: { ids: [999], action: 'delete' }, expected: needs('posts.write', 200) },
  'POST /api/blogs/drafts': { body: {}, expected: needs('posts.write', 400) },
  'GET /api/blogs/:id': { path: '/api/blogs/999', expected: needs('posts.write', 404) },
  'PUT /api/blogs/:id': {
    path: '/api/blogs/999',
    body: { title: 'A', content: '' },
    expected: needs('posts.write', 404),
  },
  'DELETE /api/blogs/:id': { path: '/api/blogs/999', expected: needs('posts.write', 404) },
  'POST /api/blogs/:id/restore': { path: '/api/blogs/999/restore', expected: needs('posts.write', 404) },
  'POST /api/blogs/:id/check': {
    path: '/api/blogs/999/check',
    body: { title: '', description: null, content: '' },
    expected: needs('posts.write', 200),
  },
  'GET /api/blogs/:id/draft': { path: '/api/blogs/999/draft', expected: needs('posts.write', 404) },
  'PUT /api/blogs/:id/draft': { path: '/api/blogs/999/draft', body: {}, expected: needs('posts.write', 400) },
  'DELETE /api/blogs/:id/draft': {
    path: '/api/blogs/999/draft',
    body: { version: 1 },
    expected: needs('posts.write', 404),
  },
  'POST /api/blogs/:id/editors': {
    path: '/api/blogs/999/editors',
    body: { client_id: 'session-1' },
    expected: needs('posts.write', 200),
  },
  'POST /api/blogs/:id/publish': {
    path: '/api/blogs/999/publish',
    body: { version: 1 },
    expected: needs('posts.write', 404),
  },
  'GET /api/blogs/:id/revisions': { path: '/api/blogs/999/revisions', expected: needs('posts.write', 404) },
  'GET /api/blogs/:id/revisions/:number': { path: '/api/blogs/999/revisions/1', expected: needs('posts.write', 404) },
  'POST /api/blogs/:id/revisions/:number/restore': {
    path: '/api/blogs/999/revisions/1/restore',
    body: { version: 0, client_id: 'session-1' },
    expected: needs('posts.write', 404),
  },
  'GET /api/categories/with-counts': { expected: open(200) },
  'GET /api/categories': { expected: needs('categories.manage', 200) },
  'POST /api/categories': { body: {}, expected: needs('categories.manage', 400) },
  'PUT /api/categories/:id': {
    path: '/api/categories/999',
    body: { name: 'A' },
    expected: needs('categories.manage', 404),
  },
  'DELETE /api/categories/:id': { path: '/api/categories/999', expected: needs('categories.manage', 404) },

  'GET /api/admin/billing/customers': {
    path: '/api/admin/billing/customers?email=no.one@example.com',
    expected: needs('billing.read', 404),
  },
  'GET /api/overview': { expected: needs('overview.read', 200) },
  'GET /api/overview/counts': { expected: needs('overview.read', 200) },
  'GET /api/overview/search': { path: '/api/overview/search?q=a', expected: needs('overview.read', 200) },

  'GET /api/products': { expected: signedIn(200) },
  'POST /api/products': { body: {}, expected: needs('products.manage', 400) },
  'PUT /api/products/order': { body: { ids: [999] }, expected: needs('products.manage', 409) },
  'GET /api/products/:id': { path: '/api/products/999', expected: signedIn(404) },
  'GET /api/products/:id/sections': { path: '/api/products/999/sections', expected: signedIn(404) },
  'PUT /api/products/:id': { path: '/api/products/999', body: { name: 'A' }, expected: needs('products.manage', 404) },
  'DELETE /api/products/:id': { path: '/api/products/999', expected: needs('products.manage', 404) },
  'GET /api/sections': { expected: signedIn(200) },
  'POST /api/sections': { body: {}, expected: needs('sections.manage', 400) },
  'PUT /api/sections/order': { body: { product_id: 1, ids: [999] }, expected: needs('sections.manage', 409) },
  'GET /api/sections/:id': { path: '/api/sections/999', expected: signedIn(404) },
  'GET /api/sections/:id/documents': { path: '/api/sections/999/documents', expected: signedIn(404) },
  'PUT /api/sections/:id': { path: '/api/sections/999', body: { name: 'A' }, expected: needs('sections.manage', 404) },
  'DELETE /api/sections/:id': { path: '/api/sections/999', expected: needs('sections.manage', 404) },
  'GET /api/documents': { expected: signedIn(200) },
  'POST /api/documents': { body: {}, expected: needs('documents.write', 400) },
  'PUT /api/documents/order': { body: { section_id: 1, ids: [999] }, expected: needs('documents.write', 409) },
  'GET /api/documents/:id': { path: '/api/documents/999', expected: signedIn(404) },
  'GET /api/documents/slug/:slug': { path: '/api/documents/slug/none', expected: signedIn(404) },
  'PUT /api/documents/:id': {
    path: '/api/documents/999',
    body: { title: 'A', content: '', section_id: null },
    expected: needs('documents.write', 404),
  },
  'DELETE /api/documents/:id': { path: '/api/documents/999', expected: needs('documents.write', 404) },
  'POST /api/documents/drafts': { body: {}, expected: needs('documents.write', 400) },
  'POST /api/documents/:id/check': {
    path: '/api/documents/999/check',
    body: { title: '', description: null, content: '' },
    expected: needs('documents.write', 200),
  },
  'GET /api/documents/:id/draft': { path: '/api/documents/999/draft', expected: needs('documents.write', 404) },
  'PUT /api/documents/:id/draft': {
    path: '/api/documents/999/draft',
    body: {},
    expected: needs('documents.write', 400),
  },
  'DELETE /api/documents/:id/draft': {
    path: '/api/documents/999/draft',
    body: { version: 1 },
    expected: needs('documents.write', 404),
  },
  'POST /api/documents/:id/editors': {
    path: '/api/documents/999/editors',
    body: { client_id: 'session-1' },
    expected: needs('documents.write', 200),
  },
  'POST /api/documents/:id/publish': {
    path: '/api/documents/999/publish',
    body: { version: 1 },
    expected: needs('documents.write', 404),
  },
  'GET /api/documents/:id/revisions': { path: '/api/documents/999/revisions', expected: needs('documents.write', 404) },
  'GET /api/documents/:id/revisions/:number': {
    path: '/api/documents/999/revisions/1',
    expected: needs('documents.write', 404),
  },
  'POST /api/documents/:id/revisions/:number/restore': {
    path: '/api/documents/999/revisions/1/restore',
    body: { version: 0, client_id: 'session-1' },
    expected: needs('documents.write', 404),
  },

  'GET /api/search': { path: '/api/search?q=a', expected: open(200) },
  'POST /api/documents/search': { body: { query: 'a' }, expected: signedIn(200) },

  'GET /api/auth/form-token': { expected: open(200) },
  'POST /api/auth/email/start': { body: {}, expected: open(400) },
  'POST /api/auth/email/verify': { body: {}, expected: open(400) },
  'POST /api/auth/email/link/account': { body: { token: 'x' }, expected: open(400) },
  'POST /api/auth/email/link': { body: { token: 'x' }, expected: open(400) },
  'GET /api/auth/me': { expected: signedInOrHandoff(200) },
  'POST /api/auth/handoff': { body: { callbackUrl: '/' }, expected: signedIn(200) },
  'GET /api/auth/sessions': { expected: signedIn(200) },
  'DELETE /api/auth/sessions': { expected: signedIn(200) },
  'DELETE /api/auth/sessions/:id': { path: '/api/auth/sessions/STRANGER', expected: signedIn(404) },

  'GET /api/profile': { expected: signedIn(200) },
  'PUT /api/profile': { body: { firstName: 'Ana', lastName: 'Ana' }, expected: signedIn(200) },
  'GET /api/settings/taxmate-program': { expected: signedIn(200) },
  'PUT /api/settings/taxmate-program': { body: { taxmate: 'Beta' }, expected: signedIn(200) },
  'GET /api/account/export': { expected: signedIn(200) },
  'DELETE /api/account': { body: { email: 'stranger@example.com' }, expected: signedIn(400) },

  'POST /api/waitinglist': { body: {}, expected: open(400) },
  'POST /api/waitinglist/form': { body: {}, expected: open(415) },
  'POST /api/waitinglist/status': { body: { token: 'x.y' }, expected: open(404) },
  'POST /api/waitinglist/confirm': { body: { token: 'x.y' }, expected: open(404) },
  'PUT /api/waitinglist/intent': { body: { token: 'x.y', intent: '' }, expected: open(404) },
  'POST /api/waitinglist/leave': { body: { token: 'x.y' }, expected: open(404) },
  'GET /api/waitinglist': { expected: needs('waiting-list.manage', 200) },
  'GET /api/waitinglist/stats': {
    path: '/api/waitinglist/stats?productId=4',
    expected: needs('waiting-list.manage', 200),
  },
  'GET /api/waitinglist/export.csv': { expected: needs('waiting-list.manage', 200) },
  'POST /api/waitinglist/invite': { body: { ids: [1] }, expected: needs('waiting-list.manage', 200) },
  'POST /api/waitinglist/reject': { body: { ids: [1] }, expected: needs('waiting-list.manage', 200) },
  'GET /api/waitinglist/:id': { path: '/api/waitinglist/999', expected: needs('waiting-list.manage', 404) },
  'DELETE /api/waitinglist/:id': { path: '/api/waitinglist/999', expected: needs('waiting-list.manage', 404) },

  'POST /api/blogs/:id/preview-link': { path: '/api/blogs/999/preview-link', expected: needs('posts.write', 404) },
  'POST /api/blogs/:id/publish-plan': { path: '/api/blogs/999/publish-plan', expected: needs('posts.write', 404) },
  'GET /api/releases': { expected: needs('releases.manage', 200) },
  'POST /api/releases/resume': { expected: needs('releases.manage', 409) },
  'GET /api/releases/:id': { path: '/api/releases/999', expected: needs('releases.manage', 404) },
  'POST /api/releases/:id/restore': { path: '/api/releases/999/restore', expected: needs('releases.manage', 404) },
  'POST /api/releases/:id/link': { path: '/api/releases/999/link', expected: needs('releases.manage', 404) },
  'GET /api/publishes': { expected: needs('publishes.read', 200) },
  'GET /api/publishes/events': { expected: needs('publishes.read', 200) },
  'POST /api/publishes/rebuild': { expected: needs('publishes.manage', 201) },
  'GET /api/publishes/:id': { path: '/api/publishes/999', expected: needs('publishes.read', 404) },
  'POST /api/publishes/:id/retry': { path: '/api/publishes/999/retry', expected: needs('publishes.manage', 404) },
  'GET /api/uploads': { expected: needs('uploads.manage', 200) },
  'POST /api/uploads': { body: {}, expected: needs('uploads.manage', 415) },
  'GET /api/uploads/:id': { path: '/api/uploads/999', expected: needs('uploads.manage', 404) },
  'PUT /api/uploads/:id': { path: '/api/uploads/999', body: { alt: 'x' }, expected: needs('uploads.manage', 404) },
  'GET /api/uploads/:id/uses': { path: '/api/uploads/999/uses', expected: needs('uploads.manage', 404) },
  'DELETE /api/uploads/:id': { path: '/api/uploads/999', expected: needs('uploads.manage', 404) },

  'GET /api/admin/mails': { expected: needs('mail.read', 200) },

  // Last, because it ends the sessions that the other cases use.
  'POST /api/auth/logout': { expected: signedInOrHandoff(204) },
};

/** `handoff`: a session of an administrator that was handed off to another site; it may do no more than listed. */
const CALLERS = ['anonymous', 'user', 'blacklisted', 'admin', 'handoff'] as const;

let test: TestApp;
let stranger: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp();
  const other = await createUser(test, { email: 'stranger@example.com' });
  await createTestSession(test, other);
  const { rows } = await test.db.client.execute('SELECT id FROM sessions');
  stranger = String(rows[0]?.id);
  const user = await createUser(test);
  // Blacklisting ends all sessions; this one was created concurrently.
  const banned = await createUser(test, { isBlacklisted: true, blacklistReason: 'Spam' });
  const admin = await createUser(test, { role: 'admin' });
  tokens.set('user', await createTestSession(test, user));
  tokens.set('blacklisted', await createTestSession(test, banned));
  tokens.set('admin', await createTestSession(test, admin));
  // Of another administrator: one of the cases ends all other sessions of the first one.
  const secondAdmin = await createUser(test, { role: 'admin' });
  tokens.set('handoff', await createTestSession(test, secondAdmin, { audience: 'https://app.example.com' }));
});
afterAll(() => test.close());

/** The access rule that the first handler of each route declares. */
function readDeclaredAccess(app: Hono): Record<string, Access | undefined> {
  const routes = app.routes.filter(({ method }) => method !== 'ALL').reverse();
  return Object.fromEntries(
    routes.map(({ method, path, handler }) => [`${method} ${path}`, getDeclaredAccess(handler)]),
  );
}

describe('T7 T9 T34 access to routes', () => {
  it('every route declares the access rule that is listed here', () => {
    const listed = Object.entries(MATRIX).map(([route, { expected }]) => [route, expected.access]);
    expect(readDeclaredAccess(test.app as never)).toEqual(Object.fromEntries(listed));
  });

  const cases = Object.entries(MATRIX).flatMap(([route, { path, body, expected }]) =>
    CALLERS.map((caller, index) => ({ route, path, body, caller, status: expected.statuses[index] })),
  );

  it.each(cases)('$route for $caller: $status', async ({ route, path, body, caller, status }) => {
    const [method = '', pattern = ''] = route.split(' ');
    const token = tokens.get(caller);
    const response = await test.app.request((path ?? pattern).replace('STRANGER', stranger), {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(status);
    if (response.status >= 400) expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  it('no call changes the data of another user', async () => {
    const { rows } = await test.db.client.execute("SELECT count(*) FROM users WHERE email = 'stranger@example.com'");
    expect(rows[0]?.[0]).toBe(1);
    const sessions = await test.db.client.execute({
      sql: 'SELECT count(*) FROM sessions WHERE id = ?',
      args: [stranger],
    });
    expect(sessions.rows[0]?.[0]).toBe(1);
  });
});
