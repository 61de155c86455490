import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { featureWords } from '#api/domain/feature-words.ts';
import type { Feature } from '#api/domain/features.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const turnOff = (...names: Feature[]) => {
  const off = Object.fromEntries(names.map((name) => [name, false]));
  test.deps.site.settings = { ...demoSettings, features: { ...demoSettings.features, ...off } };
};

const routes: [feature: Feature, method: string, path: string][] = [
  ['waiting_lists', 'GET', '/api/waitinglist'],
  ['waiting_lists', 'POST', '/api/waitinglist/genmate'],
  ['subscriptions', 'GET', '/api/subscriptions'],
  ['subscriptions', 'GET', '/api/admin/billing'],
  ['documentation', 'GET', '/api/documents'],
  ['documentation', 'GET', '/api/sections'],
  ['documentation', 'GET', '/api/products'],
  ['openshelf', 'GET', '/api/admin/openshelf'],
  ['openshelf', 'POST', '/api/v1/publish/openshelf/works'],
];

describe('a feature that is switched off', () => {
  it.each(routes)('%s: %s %s answers that it is turned off', async (feature, method, path) => {
    turnOff(feature);
    expect(await admin.call(method, path)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: featureWords[feature].refusal },
    });
  });

  it('refuses none of the other routes, and those of Stripe go on', async () => {
    turnOff('subscriptions', 'openshelf', 'documentation');
    expect(await admin.call('GET', '/api/waitinglist')).toMatchObject({ status: 200 });
    expect((await admin.call('POST', '/api/stripe/webhook')).body.message).not.toBe(featureWords.subscriptions.refusal);
  });

  it('is not counted for the admin navigation and not found by its search', async () => {
    turnOff('waiting_lists', 'subscriptions', 'documentation', 'openshelf');
    expect((await admin.call('GET', '/api/overview/counts')).body).toMatchObject({
      waiting: null,
      billing_problems: null,
      documents: null,
      sections: null,
      products: null,
      pending_reviews: null,
      posts: expect.any(Number),
    });
    expect((await admin.call('GET', '/api/overview')).body.figures).toMatchObject({ waiting_list_entries: null });
  });
});

describe('GET /api/admin/settings/features', () => {
  it('says what goes with each feature, by its first pages, and what is stored', async () => {
    test.deps.site.listPages = () => [
      '/',
      '/openshelf',
      '/openshelf/a',
      '/openshelf/b',
      '/openshelf/c',
      '/openshelf/d',
    ];
    const { status, body } = await admin.call('GET', '/api/admin/settings/features');
    expect(status).toBe(200);
    expect(body.features).toMatchObject([
      { name: 'waiting_lists', page_count: 0, stored: 0 },
      { name: 'subscriptions', pages: ['/genmate/pricing', '/subscribe'] },
      { name: 'documentation' },
      { name: 'openshelf', page_count: 5, pages: ['/openshelf', '/openshelf/a', '/openshelf/b', '/openshelf/c'] },
    ]);
  });
});
