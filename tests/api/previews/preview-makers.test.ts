import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPreviewRenderer } from '#api/features/previews/previews.service.ts';
import { createSitePreviewer } from '#api/features/previews/site/site.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const ENDED = 'This link has ended. Ask for a new one.';
let test: TestApp;
let admin: ApiCaller;
let maker: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  maker = await createApiCaller(test);
});
afterEach(() => test.close());

const toToken = (url: string) => new URL(url).pathname.split('/')[2] ?? '';
/** Why a link isn't opened; the pages themselves are rendered in `tests/site/previews`. */
const findRefusal = (opened: Promise<unknown>) =>
  opened.then(
    () => null,
    (error: Error) => (error.message === ENDED ? ENDED : null),
  );

const links: Record<string, () => Promise<() => Promise<string | null>>> = {
  'a post': async () => {
    const { id } = await createBlog(test.deps, createBlogRequest());
    const { body } = await maker.call('POST', `/api/blogs/${id}/preview-link`);
    const previews = createPreviewRenderer(test.deps);
    return () => findRefusal(previews.open(toToken(body.url), AbortSignal.timeout(5_000)));
  },
  'the site': async () => {
    const { body } = await maker.call('POST', '/api/admin/site-changes/preview-link');
    const sites = createSitePreviewer(test.deps);
    return () => findRefusal(sites.open(toToken(body.url), '/', AbortSignal.timeout(5_000)));
  },
};

describe.each(Object.entries(links))('T59 a preview link to %s', (_name, create) => {
  it('A preview link ends when its maker loses the role, and comes back with it', async () => {
    const open = await create();
    expect(await open()).toBeNull();
    const { body } = await admin.call('PUT', `/api/admin/users/${maker.id}/role`, { role: 'user' });
    expect(await open()).toBe(ENDED);
    await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
    expect(await open()).toBeNull();
  });

  it('A preview link ends when its maker is blacklisted or deleted', async () => {
    const open = await create();
    await admin.call('POST', `/api/admin/users/${maker.id}/blacklist`, { reason: 'Left' });
    expect(await open()).toBe(ENDED);
    await admin.call('DELETE', `/api/admin/users/${maker.id}/blacklist`);
    expect(await open()).toBeNull();
    await admin.call('DELETE', `/api/admin/users/${maker.id}`);
    expect(await open()).toBe(ENDED);
  });
});
