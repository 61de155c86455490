import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { findEntryToken, joinWaitingList, listEmails, readJson, sendJson } from '../../support/app/waiting-list.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('The demo has a waiting list: a visitor joins that of GenMate, gets its email, and sees the place by the link', async () => {
  expect(await readJson(joinWaitingList(test, { email: 'ada@example.com' }))).toMatchObject({
    status: 201,
    body: { message: 'Thanks for joining the GenMate waiting list. Check your email for the next step.' },
  });
  expect((await listEmails(test)).map(({ to_email }) => to_email)).toEqual(['ada@example.com']);
  const token = await findEntryToken(test);
  expect(await readJson(sendJson(test, 'POST', '/status', { token }))).toMatchObject({
    status: 200,
    body: { product_name: 'GenMate', position: 1 },
  });
});
