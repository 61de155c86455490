import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoverIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { replaceUploadUsesStatements } from '#api/features/uploads/uses/uses.service.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { blogs, drafts, revisions, uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { toRequestInit, createUser, createTestSession } from '../../support/app/users.ts';
import { listDataFiles } from '../../support/uploads/stored-files.ts';
import { createFlatPng, createJpeg, readMp4, sendFile } from '../../support/uploads/sample-files.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterEach(() => test.close());

async function call(method: string, path: string, body?: unknown) {
  const response = await test.app.request(path, toRequestInit(token, method, body));
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

const listAuditActions = async () => {
  const { rows } = await test.db.client.execute('SELECT action FROM audit_log ORDER BY id');
  return rows.map((row) => row[0]);
};

const createPostWithUse = (values: { title: string; content: string; coverId?: number }) => {
  const { title, content, coverId } = values;
  return createBlog(test.deps, { title, content, status: 'published', categoryIds: [] }).then(async ({ id }) => {
    const use = { kind: 'blog', subjectId: id, isDraft: false, content, coverId: coverId ?? null } as const;
    await write(test.db, [
      ...(coverId ? [test.db.orm.update(blogs).set({ coverId })] : []),
      ...replaceUploadUsesStatements(test.db, use),
    ]);
    return id;
  });
};

describe('GET /api/uploads', () => {
  it('lists newest first, with pages, search and kind', async () => {
    for (const [index, sample] of [await createJpeg(64, 64), createFlatPng(16, 9), await readMp4()].entries()) {
      test.clock.advance(1000);
      await sendFile(test, token, { ...sample, name: `100%_${index}.${sample.type.slice(-3)}` });
    }
    await call('PUT', '/api/uploads/2', { alt: 'A white sheet' });
    const listIds = async (query: string) => {
      const { body } = await call('GET', `/api/uploads?${query}`);
      return [body.data.map((each: { id: number }) => each.id), body.pagination.total];
    };
    expect(await listIds('')).toEqual([[3, 2, 1], 3]);
    expect(await listIds('limit=2&page=2')).toEqual([[1], 3]);
    expect(await listIds('kind=video')).toEqual([[3], 1]);
    expect(await listIds('search=white')).toEqual([[2], 1]);
    expect(await listIds('search=100%25_0')).toEqual([[1], 1]);
    expect(await listIds('search=%25')).toEqual([[3, 2, 1], 3]);
    expect(await listIds('search=__')).toEqual([[], 0]);
  });

  it.each(['kind=gif', 'page=0', 'limit=101', 'page=x'])('%s is rejected', async (query) => {
    expect((await call('GET', `/api/uploads?${query}`)).status).toBe(400);
  });
});

describe('PUT /api/uploads/{id}', () => {
  it('changes the alt text, with one audit row', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    const { status, body } = await call('PUT', '/api/uploads/1', { alt: '  A   sheet ' });
    expect([status, body.alt]).toEqual([200, 'A sheet']);
    expect((await call('GET', '/api/uploads/1')).body.alt).toBe('A sheet');
    expect(await listAuditActions()).toEqual(['upload.created', 'upload.changed']);
    expect(test.countPublisherWakes()).toBe(0);
  });

  it('queues a publish for each post that uses it as cover', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    const id = await createPostWithUse({ title: 'With a cover', content: '<p>x</p>', coverId: 1 });
    await test.db.client.execute('DELETE FROM publish_jobs');
    const before = test.countPublisherWakes();
    await call('PUT', '/api/uploads/1', { alt: 'A sheet' });
    const { rows } = await test.db.client.execute('SELECT kind, subject_id FROM publish_jobs');
    expect(rows.map((row) => [row[0], row[1]])).toEqual([['blog', id]]);
    expect(test.countPublisherWakes()).toBe(before + 1);
  });

  it.each([[{}], [{ alt: 'x'.repeat(501) }], [{ alt: 'x', url: 'y' }], [{ alt: 7 }]])(
    '%j is rejected',
    async (body) => {
      await sendFile(test, token, createFlatPng(16, 9));
      expect((await call('PUT', '/api/uploads/1', body)).status).toBe(400);
    },
  );
});

describe('T54 an upload of somebody else', () => {
  it('An upload keeps its alt text when an author wants to change it, who describes own ones', async () => {
    const author = await createTestSession(test, await createUser(test, { role: 'author' }));
    await sendFile(test, token, createFlatPng(16, 9));
    await sendFile(test, author, createFlatPng(20, 9));
    const describeAs = async (session: string, id: number) => {
      const response = await test.app.request(`/api/uploads/${id}`, toRequestInit(session, 'PUT', { alt: 'Mine' }));
      return [response.status, (await response.json()).message];
    };
    expect(await describeAs(author, 1)).toEqual([403, 'You can only describe what you uploaded yourself.']);
    expect((await call('GET', '/api/uploads/1')).body.alt).toBe('');
    expect((await describeAs(author, 2))[0]).toBe(200);
    const editor = await createTestSession(test, await createUser(test, { role: 'editor' }));
    expect((await describeAs(editor, 1))[0]).toBe(200);
  });

  it('An upload names its uploader without the email address, also one who has no name', async () => {
    const nameless = await createUser(test, { role: 'author', firstName: null, lastName: null });
    await sendFile(test, await createTestSession(test, nameless), createFlatPng(16, 9));
    expect((await call('GET', '/api/uploads/1')).body.user).toEqual({ id: nameless.id, name: `User ${nameless.id}` });
  });
});

describe('covers of posts', () => {
  it('are part of the post in responses, lists included', async () => {
    const { body: sent } = await sendFile(test, token, createFlatPng(16, 9));
    await call('PUT', '/api/uploads/1', { alt: 'A sheet' });
    await createPostWithUse({ title: 'With a cover', content: '<p>x</p>', coverId: 1 });
    const cover = { url: sent.url, width: 16, height: 9, alt: 'A sheet' };
    expect((await call('GET', '/api/blogs/slug/with-a-cover')).body).toMatchObject({ cover_id: 1, cover });
    expect((await call('GET', '/api/blogs/published')).body[0]).toMatchObject({ cover_id: 1, cover });
  });
});

describe('GET /api/uploads/{id}/uses', () => {
  it('lists posts and drafts, and counts earlier versions', async () => {
    const { body: sent } = await sendFile(test, token, createFlatPng(16, 9));
    const content = `<p><img src="${sent.url}" alt="" /></p>`;
    const id = await createPostWithUse({ title: 'A live post', content });
    const now = test.clock.now();
    const common = {
      kind: 'blog',
      subjectId: id,
      content,
      clientId: 'tab-00001',
      createdAt: now,
      updatedAt: now,
    } as const;
    await write(test.db, [
      ...replaceUploadUsesStatements(test.db, { kind: 'blog', subjectId: id, isDraft: true, content }),
      test.db.orm.insert(drafts).values({ ...common, fields: { title: 'A draft' }, version: 1, baseRevision: 1 }),
      test.db.orm
        .insert(revisions)
        .values({ ...common, content: `${content}<p>more</p>`, fields: {}, number: 11, reason: 'draft' }),
      test.db.orm
        .insert(revisions)
        .values({ ...common, content: '', fields: { cover_id: 1 }, number: 12, reason: 'draft' }),
      test.db.orm.insert(revisions).values({ ...common, content: '', fields: {}, number: 13, reason: 'draft' }),
    ]);
    const { body } = await call('GET', '/api/uploads/1/uses');
    expect(body).toEqual({
      uses: [
        { kind: 'blog', id, title: 'A live post', is_draft: false, state: 'published' },
        { kind: 'blog', id, title: 'A draft', is_draft: true, state: 'published' },
      ],
      hidden_uses: 0,
      earlier_versions: 2,
    });
  });

  it('T54 gives an author the places in own posts, and only the number of the others', async () => {
    const { body: sent } = await sendFile(test, token, createFlatPng(16, 9));
    await createPostWithUse({ title: 'A secret plan', content: `<img src="${sent.url}">` });
    const own = await createPostWithUse({ title: 'Own words', content: `<img src="${sent.url}">` });
    const author = await createUser(test, { role: 'author' });
    await test.db.client.execute(`DELETE FROM revisions WHERE kind = 'blog' AND subject_id = ${own}`);
    await write(test.db, [
      ...replaceUploadUsesStatements(test.db, { kind: 'document', subjectId: 7, isDraft: false, content: sent.url }),
      ...replaceUploadUsesStatements(test.db, { kind: 'page', subjectId: 7, isDraft: true, content: sent.url }),
      test.db.orm.insert(revisions).values({
        kind: 'blog',
        subjectId: own,
        number: 1,
        reason: 'draft',
        content: '',
        fields: {},
        userId: author.id,
        clientId: 'tab-00001',
        createdAt: 1,
        updatedAt: 1,
      }),
    ]);
    const callAs = async (session: string, method: string, path: string) => {
      const response = await test.app.request(path, toRequestInit(session, method));
      return { status: response.status, body: await response.json() };
    };
    const session = await createTestSession(test, author);
    const uses = await callAs(session, 'GET', '/api/uploads/1/uses');
    expect(uses.body).toMatchObject({ uses: [{ kind: 'blog', id: own, title: 'Own words' }], hidden_uses: 3 });
    const editor = await createTestSession(test, await createUser(test, { role: 'editor' }));
    const forEditor = await callAs(editor, 'GET', '/api/uploads/1/uses');
    expect(forEditor.body).toMatchObject({ uses: [{ kind: 'document' }, {}, {}], hidden_uses: 1 });

    await test.db.client.execute({ sql: 'UPDATE uploads SET user_id = ?', args: [author.id] });
    const refusal = await callAs(session, 'DELETE', '/api/uploads/1');
    expect(refusal.body.message).toBe('This is used in ‘Own words’ and 3 more. Remove it there first.');
    await test.db.client.execute(`DELETE FROM upload_uses WHERE kind = 'blog' AND subject_id = ${own}`);
    expect((await callAs(session, 'DELETE', '/api/uploads/1')).body.message).toBe(
      'Something that you can’t open uses this. Ask an editor to remove it there.',
    );
  });
});

describe('DELETE /api/uploads/{id}', () => {
  it('deletes the row and the files, with one audit row', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    expect((await listDataFiles(test)).length).toBe(2);
    expect((await call('DELETE', '/api/uploads/1')).status).toBe(204);
    expect(await listDataFiles(test)).toEqual([]);
    expect((await call('GET', '/api/uploads/1')).status).toBe(404);
    expect(await listAuditActions()).toEqual(['upload.created', 'upload.deleted']);
  });

  it('returns 409 with the places while the upload is in use', async () => {
    const { body: sent } = await sendFile(test, token, createFlatPng(16, 9));
    const id = await createPostWithUse({ title: 'A live post', content: `<img src="${sent.url}">` });
    const { status, body } = await call('DELETE', '/api/uploads/1');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toBe('This is used in ‘A live post’. Remove it there first.');
    expect((await listDataFiles(test)).length).toBe(2);
    expect(await listAuditActions()).not.toContain('upload.deleted');
    await call('DELETE', `/api/blogs/${id}`);
    const { body: later } = await call('DELETE', '/api/uploads/1');
    expect(later.message).toBe('This is used in ‘A live post’ in the trash. Remove it there first.');
    await write(
      test.db,
      replaceUploadUsesStatements(test.db, { kind: 'blog', subjectId: id, isDraft: false, content: '' }),
    );
    expect((await call('DELETE', '/api/uploads/1')).status).toBe(204);
  });

  it('T9 an author deletes what they uploaded, and nothing of others', async () => {
    const author = await createTestSession(test, await createUser(test, { role: 'author' }));
    await sendFile(test, token, createFlatPng(16, 9));
    await sendFile(test, author, createFlatPng(20, 9));
    const remove = async (id: number) => {
      const response = await test.app.request(`/api/uploads/${id}`, toRequestInit(author, 'DELETE'));
      return [response.status, response.status === 204 ? '' : (await response.json()).message];
    };
    expect(await remove(1)).toEqual([403, 'You can only delete what you uploaded yourself.']);
    expect((await call('GET', '/api/uploads/1')).status).toBe(200);
    expect(await remove(2)).toEqual([204, '']);
    expect((await call('GET', '/api/uploads/2')).status).toBe(404);
  });

  it('returns 409 for a cover, also without a row in upload_uses', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    await createPostWithUse({ title: 'With a cover', content: '<p>x</p>', coverId: 1 });
    await test.db.client.execute('DELETE FROM upload_uses');
    expect((await call('DELETE', '/api/uploads/1')).status).toBe(409);
  });
});

describe('F9 a crash', () => {
  const fail = () => Promise.reject(new Error('the process was killed'));

  it('between storing the files and the row leaves no file', async () => {
    const { put } = test.deps.files;
    let hasCrashed = false;
    test.deps.files.put = async (...file) => {
      if (hasCrashed) return fail();
      await put(...file);
      hasCrashed = true;
      test.deps.files.delete = fail;
    };
    const originalDelete = test.deps.files.delete;
    expect((await sendFile(test, token, createFlatPng(16, 9))).status).toBe(500);
    expect((await listDataFiles(test)).length).toBe(1);
    test.deps.files.delete = originalDelete;
    await recoverIntents(test.deps);
    expect(await listDataFiles(test)).toEqual([]);
  });

  it('between deleting the row and the files is recovered at the next start', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    const originalDelete = test.deps.files.delete;
    test.deps.files.delete = fail;
    expect((await call('DELETE', '/api/uploads/1')).status).toBe(500);
    expect((await listDataFiles(test)).filter((file) => file.includes('/files/'))).toHaveLength(2);
    test.deps.files.delete = originalDelete;
    await recoverIntents(test.deps);
    expect(await listDataFiles(test)).toEqual([]);
  });

  it.each(['intents', 'unsettled'])('is recovered from the folder `%s` of an earlier build', async (folder) => {
    await sendFile(test, token, createFlatPng(16, 9));
    const [row] = await test.db.orm.select().from(uploads);
    await test.db.client.execute('DELETE FROM uploads');
    const directory = join(test.directory, 'uploads', folder);
    await mkdir(directory);
    await writeFile(join(directory, row?.hash ?? ''), JSON.stringify(row?.files.map(({ name }) => name)));
    await recoverIntents(test.deps);
    expect(await listDataFiles(test)).toEqual([]);
  });

  it('recovery deletes no file without an intent', async () => {
    await sendFile(test, token, createFlatPng(16, 9));
    const before = await listDataFiles(test);
    await test.db.client.execute('DELETE FROM uploads');
    await recoverIntents(test.deps);
    expect(await listDataFiles(test)).toEqual(before);
  });
});
