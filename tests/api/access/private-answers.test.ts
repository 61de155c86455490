import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiScope, apiScopes, scopeData } from '#api/domain/api-keys.ts';
import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import { mayRoleRead, privateDataNames } from '#api/domain/private-data.ts';
import { API_KEY_PREFIX } from '#api/endpoints/api-key.ts';
import {
  type DataKind,
  findMarkers,
  getDataKind,
  listForgottenTables,
  markRows,
  MARKED_ID,
} from '../../support/access/marked-rows.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, TEST_SERVICE_KEY, type TestApp } from '../../support/app/test-app.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { accessMatrix } from './access-matrix.ts';

type Caller = { name: string; token: string | null; mayRead: (kind: DataKind) => boolean };

let test: TestApp;
const callers = new Map<string, Caller>();

/** Names of the 11 callers: nobody, a person with each role, a program with each kind of key, and the publishing service. */
const names = ['visitor', ...userRoles, ...apiScopes.map((scope) => `key for ${scope}`), 'publishing service'];

beforeAll(async () => {
  test = await createTestApp();
  const admin = await createApiCaller(test);
  const add = (name: string, token: string | null, mayRead: Caller['mayRead']) =>
    callers.set(name, { name, token, mayRead });
  const isShared = (kind: DataKind) => kind === 'public';
  add('visitor', null, isShared);
  for (const role of userRoles) {
    const { token } = role === 'admin' ? admin : await createApiCaller(test, role);
    add(role, token, (kind) => isShared(kind) || (kind !== 'secret' && isReadBy(role, kind)));
  }
  for (const scope of apiScopes) {
    const { body } = await admin.call('POST', '/api/admin/api-keys', { name: 'A program', scopes: [scope] });
    expect(body.key).toContain(API_KEY_PREFIX);
    add(`key for ${scope}`, body.key, (kind) => isShared(kind) || isInScope(scope, kind));
  }
  add('publishing service', TEST_SERVICE_KEY, (kind) => isShared(kind) || kind === 'works');
  await markRows(test);
});
afterAll(() => test.close());

const isReadBy = (role: UserRole, kind: DataKind) => kind !== 'public' && kind !== 'secret' && mayRoleRead(role, kind);
const isInScope = (scope: ApiScope, kind: DataKind) =>
  kind !== 'public' && kind !== 'secret' && scopeData[scope].includes(kind);

/** Addresses at which the marked rows are, where they aren’t those of the matrix with the marked number. */
const addresses: Record<string, string> = {
  'GET /api/products/:id': '/api/products/4',
  'GET /api/products/:id/sections': '/api/products/4/sections',
  'GET /api/overview/search': '/api/overview/search?q=zq',
  'GET /api/search': '/api/search?q=zq',
  'GET /api/blogs': '/api/blogs?search=zq',
  'GET /api/blogs/slug/:slug': '/api/blogs/slug/zq-blogs-slug-zq',
  'GET /api/blogs/:id/revisions/:number': '/api/blogs/7/revisions/7',
  'GET /api/documents/slug/:slug': '/api/documents/slug/zq-documents-slug-zq',
  'GET /api/documents/page/:address': '/api/documents/page/zq-documents-slug-zq',
  'GET /api/documents/:id/revisions/:number': '/api/documents/7/revisions/7',
  'GET /api/admin/link-targets': '/api/admin/link-targets?q=zq',
  'GET /api/admin/link-targets/at': '/api/admin/link-targets/at?path=/blogs/zq-blogs-slug-zq',
  'GET /api/admin/audit/people': '/api/admin/audit/people?search=zq',
  'GET /api/admin/users/:id/export': '/api/admin/users/7/export',
  'GET /api/admin/users/blacklisted-addresses':
    '/api/admin/users/blacklisted-addresses?email=zq.users.email.zq@x.example',
  'GET /api/admin/price-moves/:id/members': '/api/admin/price-moves/zq.price_moves.id.zq/members',
  'GET /api/admin/tax-moves/:id/members': '/api/admin/tax-moves/zq.tax_moves.id.zq/members',
  'GET /api/admin/billing/events/:id': '/api/admin/billing/events/zq.stripe_events.id.zq',
  'GET /api/admin/pages/:id/revisions/:number': '/api/admin/pages/7/revisions/7',
  'GET /api/admin/openshelf/publications/:id/diff': '/api/admin/openshelf/publications/7/diff?from=7&to=7',
  'GET /api/v1/publish/openshelf/publications/:id': '/api/v1/publish/openshelf/publications/7',
};

/** Routes that show an admin nothing of the marked rows: they are about what is public, or what only the payment provider has. */
const absent = new Set([
  'GET /metrics',
  'GET /api/blogs/slug/:slug',
  'GET /api/documents/slug/:slug',
  'GET /api/documents/page/:address',
  'GET /api/subscriptions/invoice-links/:token',
  'GET /api/subscriptions/coupons/:subscriptionId',
  'GET /api/admin/billing/customers',
  'GET /api/admin/openshelf/publications/:id/images/:number',
  'GET /api/admin/settings/:id/revisions/:number',
  ...['products', 'plans'].flatMap((kind) =>
    ['draft', 'revisions', 'revisions/:number'].map((part) => `GET /api/admin/${kind}/:id/${part}`),
  ),
]);

type Request = { route: string; method: string; path: string; body: unknown };

const requests: Request[] = Object.entries(accessMatrix).map(([route, { path, body }]) => {
  const [method = '', pattern = ''] = route.split(' ');
  const filled = (path ?? pattern).replace('STRANGER', 'zq.sessions.id.zq').replace(/\b9{3,4}\b/g, `${MARKED_ID}`);
  const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace(/\b999\b/g, `${MARKED_ID}`));
  return { route, method, path: addresses[route] ?? filled, body: sent };
});
/** Refusals that name things, beside those of the matrix. */
const refused: Request[] = ['publish', 'archive', 'delete'].map((action) => ({
  route: `POST /api/blogs/bulk (${action})`,
  method: 'POST',
  path: '/api/blogs/bulk',
  body: { ids: [MARKED_ID], action },
}));
const reading = requests.filter(({ method }) => method === 'GET');
const changing = [...refused, ...requests.filter(({ method }) => method !== 'GET')];

/** Kinds of data in an answer that its caller may not read, with the columns; streams that never end aren’t read. */
async function readAnswer({ token, mayRead }: Caller, { method, path, body }: Request) {
  const response = await test.app.request(
    path,
    token === null
      ? {
          method,
          ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
        }
      : toRequestInit(token, method, body),
  );
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const text = (isStream ? '' : await response.text()) + JSON.stringify([...response.headers]);
  const markers = [...findMarkers(text)];
  return {
    status: response.status,
    kinds: new Set(markers.map(getDataKind)),
    outside: markers.filter((marker) => !mayRead(getDataKind(marker))),
  };
}

async function listOutside(name: string, asked: readonly Request[]): Promise<string[]> {
  const caller = callers.get(name);
  if (!caller) throw new Error(`Nobody is called ${name}.`);
  const found: string[] = [];
  for (const request of asked) {
    const { status, outside } = await readAnswer(caller, request);
    if (outside.length > 0) found.push(`${request.route} ${status}: ${outside.join(', ')}`);
    if (request.method !== 'GET' && status < 300) await markRows(test);
  }
  return found;
}

describe('T54 answers', () => {
  it('every table has somebody who may read it', () => {
    expect(listForgottenTables()).toEqual([]);
  });

  it('an admin is shown something of every kind of private data, so that a leak of it would be seen', async () => {
    const seen = new Set<DataKind>();
    const missing: string[] = [];
    for (const request of reading) {
      const { status, kinds } = await readAnswer(callers.get('admin') as Caller, request);
      expect(status, request.route).not.toBe(500);
      for (const kind of kinds) seen.add(kind);
      if (status === 404 && !absent.has(request.route)) missing.push(request.path);
    }
    expect(privateDataNames.filter((each) => !seen.has(each))).toEqual([]);
    expect(missing).toEqual([]);
  });

  it.each(names)('%s reads nothing but what the table of its role or key names', async (name) => {
    expect(await listOutside(name, reading)).toEqual([]);
  });

  it.each(names)('%s is told nothing else by a change, nor by its refusal', async (name) => {
    expect(await listOutside(name, changing)).toEqual([]);
  });
});
