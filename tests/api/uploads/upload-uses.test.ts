import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteUploadUsesStatement, replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const renderImages = (...hashes: string[]) => hashes.map((hash) => `<img src="/uploads/${hash}-9x9.webp">`).join('');

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

async function listUses() {
  const { rows } = await test.db.client.execute(
    'SELECT substr(hash, 1, 1), kind, subject_id, is_draft FROM upload_uses ORDER BY kind, subject_id, is_draft, hash',
  );
  return rows.map((row) => [row[0], row[1], row[2], row[3]].join(' '));
}

describe('upload uses', () => {
  it('are the images of the latest content, each once', async () => {
    const post = { kind: 'blog', subjectId: 7 } as const;
    await write(test.db, [
      ...replaceUploadUsesStatements(test.db, { ...post, isDraft: false, content: renderImages(A, B, A) }),
      ...replaceUploadUsesStatements(test.db, { ...post, isDraft: true, content: renderImages(B) }),
      ...replaceUploadUsesStatements(test.db, {
        kind: 'document',
        subjectId: 7,
        isDraft: false,
        content: renderImages(A),
      }),
    ]);
    expect(await listUses()).toEqual(['a blog 7 0', 'b blog 7 0', 'b blog 7 1', 'a document 7 0']);
    await write(test.db, replaceUploadUsesStatements(test.db, { ...post, isDraft: false, content: renderImages(B) }));
    await write(test.db, replaceUploadUsesStatements(test.db, { ...post, isDraft: true, content: '' }));
    expect(await listUses()).toEqual(['b blog 7 0', 'a document 7 0']);
    await write(test.db, [deleteUploadUsesStatement(test.db, post)]);
    expect(await listUses()).toEqual(['a document 7 0']);
  });

  it('include the cover, once when the content shows it as well', async () => {
    const image = { kind: 'image', contentType: 'image/webp', url: 'x', bytes: 1, name: 'x', files: [] } as const;
    await write(test.db, [test.db.orm.insert(uploads).values({ ...image, files: [], hash: A, createdAt: 1 })]);
    const use = { kind: 'blog', subjectId: 1, isDraft: false, coverId: 1 } as const;
    await write(test.db, replaceUploadUsesStatements(test.db, { ...use, content: renderImages(A, B) }));
    expect(await listUses()).toEqual(['a blog 1 0', 'b blog 1 0']);
    await write(test.db, replaceUploadUsesStatements(test.db, { ...use, content: '' }));
    expect(await listUses()).toEqual(['a blog 1 0']);
  });
});
