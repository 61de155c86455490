import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const check = async (query: string) =>
  (await admin.call('GET', `/api/blogs/slug-availability?${query}`)).body as Record<string, unknown>;

describe('GET /api/blogs/slug-availability', () => {
  it('says that an address is free, taken with a suggestion, or not allowed', async () => {
    const post = { title: 'Tea', content: '', status: 'draft', slug: 'tea' };
    const { id } = (await admin.call('POST', '/api/blogs', post)).body;
    expect(await check('slug=coffee')).toEqual({ is_available: true, message: null, suggestion: null });
    expect(await check('slug=tea')).toMatchObject({ is_available: false, suggestion: 'tea-2' });
    expect(await check(`slug=tea&blogId=${id}`)).toMatchObject({ is_available: true });
    expect(await check('slug=new')).toMatchObject({
      is_available: false,
      message: 'This address is reserved. Choose another.',
    });
    expect(await check('slug=Not%20allowed')).toMatchObject({ is_available: false, suggestion: null });
  });
});
