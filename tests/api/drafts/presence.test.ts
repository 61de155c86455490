import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEditorPresence } from '#api/features/drafts/presence/presence.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const report = (clientId: string, isClosing = false) =>
  admin.call('POST', '/api/blogs/1/editors', { client_id: clientId, is_closing: isClosing });

it('an open editor gets the other editors of the same post, until they close', async () => {
  expect((await report('first-tab')).body).toEqual({ editors: [] });
  expect((await report('second-tab')).body.editors).toHaveLength(1);
  const other = await admin.call('POST', '/api/blogs/2/editors', { client_id: 'other-post' });
  expect(other.body).toEqual({ editors: [] });
  await report('second-tab', true);
  expect((await report('first-tab')).body).toEqual({ editors: [] });
});

it('an editor that no longer reports is closed after 45 s', () => {
  let now = 0;
  const presence = createEditorPresence({ now: () => now });
  presence.report(1, 'first-tab', null);
  now = 44_000;
  expect(presence.report(1, 'second-tab', null)).toHaveLength(1);
  now = 46_000;
  expect(presence.report(1, 'second-tab', null)).toHaveLength(0);
});
