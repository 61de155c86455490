import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDeclaredAccess } from '#api/endpoints/access.ts';
import { DatabaseBusyError } from '#db/lock-queue.ts';
import { createApp } from '#api/app.ts';
import { SECURITY_HEADERS } from '../support/app/security-headers.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

async function expectProblem(response: Response, status: number, code: string) {
  expect(response.status).toBe(status);
  const text = await response.text();
  const body = JSON.parse(text);
  expect(body).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+\.$|not found$/) });
  expect(body.error).toBe(body.message);
  expect(body.request_id).toMatch(/^[\w-]{8,64}$/);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(text).not.toMatch(/SQLITE|SELECT|node_modules|\/work\/|\/tmp\/|\\n\s+at |\.ts:/);
  return body;
}

const createFailingApp = (error: Error) =>
  createApp({ ...test.deps, space: { ...test.deps.space, isFull: () => Promise.reject(error) } });

describe('failures', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/blogs-of-old',
    '/api/blogs/published/',
    '/api/../etc/passwd',
    '/api/%',
    '/api/%00',
  ])('T29 the path %s returns a JSON 404', async (path) => {
    await expectProblem(await test.app.request(path), 404, 'not_found');
  });

  it.each([
    ['POST', '/api/blogs/published', 'GET'],
    ['DELETE', '/api/search', 'GET'],
    ['PUT', '/api/health', 'GET'],
    ['GET', '/api/csp-report', 'POST'],
  ])('%s %s returns 405 with an Allow header', async (method, path, allowed) => {
    const response = await test.app.request(path, { method });
    await expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')?.split(', ')).toContain(allowed);
  });

  it('T23 a body over 256 KB returns 413, with a Content-Length or streamed', async () => {
    const body = 'x'.repeat(256 * 1024 + 1);
    const stream = new Blob([body]).stream();
    await expectProblem(await test.app.request('/api/csp-report', { method: 'POST', body }), 413, 'payload_too_large');
    const streamed = new Request('http://localhost/api/csp-report', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit);
    await expectProblem(await test.app.request(streamed), 413, 'payload_too_large');
  });

  it('T31 a 500 response contains no internal error message', async () => {
    const error = new Error("SQLITE_ERROR: near 'SELECT' at /srv/app.db");
    await expectProblem(await createFailingApp(error).request('/api/health'), 500, 'internal');
  });

  it('a locked database returns 503 with Retry-After', async () => {
    const response = await createFailingApp(new DatabaseBusyError('locked')).request('/api/health');
    expect(response.headers.get('retry-after')).toBe('2');
    await expectProblem(response, 503, 'unavailable');
  });

  it('contain the request id of the request when it is valid', async () => {
    const send = (id: string) => test.app.request('/api/nothing', { headers: { 'X-Request-Id': id } });
    expect(await (await send('abc-12345')).json()).toMatchObject({ request_id: 'abc-12345' });
    expect(((await (await send('<script>')).json()) as { request_id: string }).request_id).not.toContain('<');
  });
});

describe('headers', () => {
  it.each([
    ['200', 'GET', '/api/blogs/published'],
    ['400', 'GET', '/api/blogs/published?limit=x'],
    ['401', 'GET', '/api/search?q=a&type=document'],
    ['404', 'GET', '/api/nothing'],
    ['405', 'POST', '/api/health'],
    ['413', 'POST', '/api/csp-report'],
    ['204', 'POST', '/api/csp-report'],
  ])('T29 are complete on status %s', async (status, method, path) => {
    const body = status === '413' ? 'x'.repeat(300_000) : '{}';
    const response = await test.app.request(path, { method, ...(method === 'POST' && { body }) });
    expect(response.status).toBe(Number(status));
    expect(Object.fromEntries(response.headers)).toMatchObject(HEADERS);
    for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
      expect(response.headers.get(name)).toBeNull();
  });

  it('T29 are complete on status 500, with HSTS for this host alone on an HTTPS site', async () => {
    const site = { ...test.deps.site, url: 'https://example.com' };
    const response = await createApp({ ...test.deps, site, db: null as never }).request('/api/health');
    expect(response.status).toBe(500);
    expect(Object.fromEntries(response.headers)).toMatchObject(HEADERS);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000');
  });
});

/** Every route with its handlers in order, without middleware (method ALL). */
function groupHandlersByRoute(app: Hono): Map<string, unknown[]> {
  const routes = new Map<string, unknown[]>();
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue;
    const key = `${method} ${path}`;
    routes.set(key, [...(routes.get(key) ?? []), handler]);
  }
  return routes;
}

const listUndeclaredRoutes = (app: Hono) =>
  [...groupHandlersByRoute(app)]
    .filter(([, [first]]) => getDeclaredAccess(first) === undefined)
    .map(([route]) => route);

describe('routes', () => {
  it('T7 each declare an access rule in their first handler', () => {
    expect(groupHandlersByRoute(test.app as never).size).toBeGreaterThanOrEqual(7);
    expect(listUndeclaredRoutes(test.app as never)).toEqual([]);
  });

  it('T7 without an access rule are found', () => {
    const app = createApp(test.deps) as Hono;
    app.get('/api/open', (context) => context.text('oops'));
    expect(listUndeclaredRoutes(app)).toEqual(['GET /api/open']);
  });

  it('are all in the OpenAPI document', async () => {
    const response = await test.app.request('/api/openapi.json');
    const document = (await response.json()) as {
      openapi: string;
      info: { title: string };
      paths: Record<
        string,
        Record<string, { summary: string; responses: Record<string, unknown>; parameters?: unknown[] }>
      >;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.title).toBe('Test API');
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/(.)\/$/, '$1')}`),
    );
    const real = [...groupHandlersByRoute(test.app as never).keys()]
      .filter((route) => route !== 'GET /api/openapi.json')
      .map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(listed.sort()).toEqual(real.sort());
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.summary).toBeTruthy();
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
    expect(JSON.stringify(document.paths['/api/blogs/slug/{slug}'])).toContain('"name":"slug"');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });
});

describe('GET /api/health', () => {
  it('returns ok with each part and the release', async () => {
    const response = await test.app.request('/api/health');
    expect(response.status).toBe(200);
    const ok = { status: 'ok', since: null };
    expect(await response.json()).toEqual({
      status: 'ok',
      parts: { database: ok, mail: ok, uploads: ok, publishing: ok, cdn: ok, billing: ok, backups: ok, disk: ok },
      release: 1,
      uptime_seconds: expect.any(Number),
    });
  });

  it('returns 503 until the site can be served', async () => {
    const app = createApp({ ...test.deps, site: { ...test.deps.site, isReady: () => false } });
    const response = await app.request('/api/health');
    expect(response.headers.get('retry-after')).toBe('1');
    await expectProblem(response, 503, 'unavailable');
  });
});
