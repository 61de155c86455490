import { count } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import { openEditors } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
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

const countRows = async () => (await test.db.orm.select({ rows: count() }).from(openEditors))[0]?.rows;

it('an open editor gets the other editors of the same post, until they close', async () => {
  expect((await report('first-tab')).body).toEqual({ editors: [] });
  expect((await report('second-tab')).body.editors).toHaveLength(1);
  const other = await admin.call('POST', '/api/blogs/2/editors', { client_id: 'other-post' });
  expect(other.body).toEqual({ editors: [] });
  const document = await admin.call('POST', '/api/documents/1/editors', { client_id: 'third-tab' });
  expect(document.body).toEqual({ editors: [] });
  expect((await report('second-tab', true)).body.editors).toHaveLength(1);
  expect((await report('first-tab')).body).toEqual({ editors: [] });
});

it('an editor that no longer reports is closed after 45 s', async () => {
  await report('first-tab');
  test.clock.advance(44_000);
  expect((await report('second-tab')).body.editors).toHaveLength(1);
  test.clock.advance(2_000);
  expect((await report('second-tab')).body.editors).toHaveLength(0);
});

it('a closed editor is not open again while the clock is put back', async () => {
  await report('first-tab');
  test.clock.advance(-60_000);
  expect((await report('second-tab')).body).toEqual({ editors: [] });
});

it('an editor that reports for an hour is one row, which housekeeping removes once it is closed', async () => {
  for (let minute = 0; minute < 60; minute += 1) {
    await report('first-tab');
    test.clock.advance(60_000);
  }
  expect(await countRows()).toBe(1);
  await deleteExpiredRows(test.deps);
  expect(await countRows()).toBe(0);
});

it('the oldest of more than 500 open editors is forgotten', async () => {
  const open = { kind: 'blog', subjectId: 2, userId: admin.id } as const;
  const tabs = Array.from({ length: 500 }, (_, tab) => ({ ...open, clientId: `tab-number-${tab}`, seenAt: tab }));
  await write(test.db, [test.db.orm.insert(openEditors).values(tabs)]);
  await report('one-more-tab');
  expect(await countRows()).toBe(500);
  const [oldest] = await test.db.orm.select().from(openEditors).orderBy(openEditors.seenAt).limit(1);
  expect(oldest?.clientId).toBe('tab-number-1');
});
