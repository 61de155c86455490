import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { UserJson } from '#api/features/users/users.contract.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { api } from '#src/lib/api-client.ts';

type SentRequest = { url: string; method: string | undefined; body: unknown; contentType: string | null };

let requests: SentRequest[];
beforeEach(() => {
  requests = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    requests.push({ url, method, body, contentType: (headers as Headers).get('Content-Type') });
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  it('encodes path parameters and leaves out undefined query parameters', async () => {
    await api.get('/api/blogs/:id/revisions/:number', { param: { id: 7, number: 2 } });
    await api.delete('/api/auth/sessions/:id', { param: { id: 'a/b?' } });
    await api.get('/api/blogs', { query: { limit: 20, search: 'tea & cake', status: undefined } });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/blogs/7/revisions/2',
      'DELETE /api/auth/sessions/a%2Fb%3F',
      'GET /api/blogs?limit=20&search=tea+%26+cake',
    ]);
  });

  it('sends JSON, or no body where the route has none', async () => {
    await api.put('/api/settings/taxmate-program', { json: { taxmate: 'Beta' } });
    await api.post('/api/auth/logout');
    expect(requests).toMatchObject([
      { method: 'PUT', body: '{"taxmate":"Beta"}', contentType: 'application/json' },
      { method: 'POST', body: null, contentType: null },
    ]);
  });

  it('does not compile with a wrong path, method, parameter, query or body', () => {
    const wrongCalls = () => [
      // @ts-expect-error there is no such path
      api.get('/api/blog'),
      // @ts-expect-error a path with its values in it is no path of a route
      api.get('/api/blogs/7'),
      // @ts-expect-error the path does not take this method
      api.put('/api/auth/me', { json: {} }),
      // @ts-expect-error the id is missing
      api.get('/api/blogs/:id'),
      // @ts-expect-error the route has no such parameter
      api.get('/api/blogs/:id', { param: { slug: 'tea' } }),
      // @ts-expect-error the query has no such value
      api.get('/api/blogs', { query: { status: 'gone' } }),
      // @ts-expect-error the query has no such name
      api.get('/api/blogs', { query: { page: 2 } }),
      // @ts-expect-error the body is missing
      api.post('/api/blogs/bulk'),
      // @ts-expect-error there is no such action
      api.post('/api/blogs/bulk', { json: { ids: [1], action: 'burn' } }),
      // @ts-expect-error a field of the draft is missing
      api.post('/api/documents/drafts', { json: { fields: { title: '' }, content: '', session: 'a' } }),
      // @ts-expect-error the route takes no body
      api.post('/api/releases/resume', { json: {} }),
    ];
    expect(wrongCalls).toBeTypeOf('function');
  });

  it('does not compile with a wrong response type', () => {
    const wrongResponseTypes = () => [
      // @ts-expect-error the answer holds the user
      api.get('/api/auth/me').then((user: UserJson) => user),
      // @ts-expect-error a post has no such field
      api.get('/api/blogs/:id', { param: { id: 1 } }).then(({ subtitle }) => subtitle),
      // @ts-expect-error it answers with nothing
      api.delete('/api/blogs/:id', { param: { id: 1 } }).then(({ id }) => id),
    ];
    expect(wrongResponseTypes).toBeTypeOf('function');
    type Me = { user: UserJson };
    type Opened = { blog: BlogJson; live_draft: DraftJson<BlogDraftFields>; draft: DraftJson<BlogDraftFields> | null };
    expectTypeOf(() => api.get('/api/auth/me')).returns.resolves.toEqualTypeOf<Me>();
    expectTypeOf(() => api.get('/api/blogs/:id/draft', { param: { id: 1 } })).returns.resolves.toExtend<Opened>();
  });
});
