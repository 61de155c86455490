import { expect, it } from 'vitest';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { migrate } from '#db/migrate.ts';
import { write } from '#db/write.ts';
import { BEFORE_OPENSHELF, copyToPreviousSchema } from '../../support/app/previous-schema.ts';
import { createTestDatabase } from '../../support/app/test-app.ts';

const READ_INDEX = `SELECT entry_id AS id, subject AS found FROM audit_subjects
  UNION ALL SELECT rowid, word FROM (SELECT value AS word FROM json_each('["Kumara", "Studio", "sub_Zq1"]'))
    JOIN audit_search ON audit_search MATCH '"' || word || '"' ORDER BY 1, 2`;

it('the migration of the audit log’s search indexes the entries that are there as those that come later', async () => {
  const test = await createTestDatabase();
  const at = test.clock.now();
  await write(test.db, [
    insertAuditStatement(test.db, {
      at,
      action: 'waiting_list.rejected',
      actorId: 1,
      subject: 'waiting-list',
      detail: { ids: [3, 4] },
    }),
    insertAuditStatement(test.db, { at, action: 'export.users', actorId: 1, subject: 'users', detail: { ids: [7] } }),
    insertAuditStatement(test.db, {
      at,
      action: 'subscription.started',
      actorId: null,
      subject: 'subscription:sub_Zq1',
      detail: { user: 12, plan: 'Studio' },
    }),
    insertAuditStatement(test.db, {
      at,
      action: 'blog.changed',
      actorId: 1,
      subject: 'blog:1',
      before: { title: 'Kumara' },
      after: { title: 'Taro' },
    }),
    insertAuditStatement(test.db, { at, action: 'auth.signed_in', actorId: 1, subject: 'user:1' }),
  ]);
  const previous = await copyToPreviousSchema(test.db, test.directory, BEFORE_OPENSHELF);
  const expected = [
    { id: 1, found: 'waiting-list:3' },
    { id: 1, found: 'waiting-list:4' },
    { id: 2, found: 'user:7' },
    { id: 3, found: 'Studio' },
    { id: 3, found: 'sub_Zq1' },
    { id: 3, found: 'user:12' },
    { id: 4, found: 'Kumara' },
  ];
  await migrate(previous, async () => undefined);
  for (const db of [test.db, previous]) {
    const { rows } = await db.client.execute(READ_INDEX);
    expect(rows.map((row) => ({ ...row }))).toEqual(expected);
  }
  previous.client.close();
  await test.close();
});
