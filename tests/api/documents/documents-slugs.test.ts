import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
let person: ApiCaller;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
  person = await createApiCaller(test, 'user');
});
afterEach(() => test.close());

const add = async (title: string, changes: object = {}) =>
  (await admin.call('POST', '/api/documents', { title, ...changes })).body;
const change = (id: number, body: object) => admin.call('PUT', `/api/documents/${id}`, body);
const find = (slug: string, caller = person) => caller.call('GET', `/api/documents/slug/${slug}`);
const slugConflict = { status: 409, body: { code: 'conflict', issues: [expect.objectContaining({ path: 'slug' })] } };

describe('the slug of a document', () => {
  it('follows from the title or is given; a new title keeps it', async () => {
    expect([await add('Set the voice'), await add('Set the voice'), await add('2026'), await add('New')]).toMatchObject(
      [{ slug: 'set-the-voice' }, { slug: 'set-the-voice-2' }, { slug: '2026-document' }, { slug: 'new-document' }],
    );
    const { id, slug } = await add('Due dates', { slug: 'dates' });
    expect(slug).toBe('dates');
    expect((await change(id, { title: 'Dates that are due' })).body.slug).toBe('dates');
  });

  it('finds the document, like every slug that it had', async () => {
    const { id } = await add('Tea');
    for (const slug of ['teas', 'all-teas', 'tea']) await change(id, { title: 'Tea', slug });
    for (const slug of ['tea', 'teas', 'all-teas'])
      expect(await find(slug)).toMatchObject({ status: 200, body: { id, slug: 'tea' } });
    expect((await find('none')).status).toBe(404);
  });

  it('T24 finds a draft for admins only', async () => {
    const { id } = await add('Tea', { status: 'draft' });
    expect((await find('tea')).status).toBe(404);
    expect(await find('tea', admin)).toMatchObject({ status: 200, body: { id } });
  });

  it('of another document is a conflict, also one that it had', async () => {
    const tea = await add('Tea');
    await change(tea.id, { title: 'Tea', slug: 'teas' });
    const { id } = await add('Coffee');
    for (const slug of ['tea', 'teas']) expect(await change(id, { title: 'Coffee', slug })).toMatchObject(slugConflict);
    expect((await find('tea')).body.id).toBe(tea.id);
  });

  it.each(['7', 'new', 'edit', 'view', 'Not a slug', ''])('T25 may not be %j', async (slug) => {
    expect((await admin.call('POST', '/api/documents', { title: 'Tea', slug })).status).toBe(400);
  });
});

describe('the slug of a draft', () => {
  const fields = { title: 'First steps', section_id: null, status: 'published', slug: null };
  const save = (id: number, on: object, changes: object) =>
    admin.call('PUT', `/api/documents/${id}/draft`, {
      fields: { ...fields, ...changes },
      content: '<p>Text.</p>',
      client_id: 'session-1',
      ...on,
    });
  const create = async (changes: object = {}) =>
    (
      await admin.call('POST', '/api/documents/drafts', {
        fields: { ...fields, ...changes },
        content: '<p>Text.</p>',
        client_id: 'session-1',
      })
    ).body;
  const publish = (id: number, version: number) => admin.call('POST', `/api/documents/${id}/publish`, { version });

  it('follows from the title when it is first published, and stays after that', async () => {
    const { id } = await create({ title: '' });
    await save(id, { version: 1, base_revision: 1 }, {});
    expect((await publish(id, 2)).body.document.slug).toBe('first-steps');
    const opened = (await admin.call('GET', `/api/documents/${id}/draft`)).body;
    expect(opened.live_draft.fields.slug).toBe('first-steps');
    await save(id, { version: 0, base_revision: 2 }, { title: 'Second steps' });
    expect((await publish(id, 3)).body.document).toMatchObject({ title: 'Second steps', slug: 'first-steps' });
  });

  it('is used when it is published; until then readers have the old one', async () => {
    const { id } = await add('Tea');
    await save(id, { version: 0, base_revision: 1 }, { slug: 'teas' });
    expect((await find('tea')).body.slug).toBe('tea');
    await publish(id, 1);
    expect((await find('tea')).body.slug).toBe('teas');
  });

  it.each(['Not a slug', 'new', '7'])('%j is saved, and reported by field when it is published', async (slug) => {
    const { id } = await create({ slug });
    expect(await publish(id, 1)).toMatchObject({
      status: 400,
      body: { issues: [expect.objectContaining({ path: 'slug' })] },
    });
  });

  it('of another document is a conflict by field, and the draft is kept', async () => {
    await add('Tea');
    const { id } = await create({ slug: 'tea' });
    expect(await publish(id, 1)).toMatchObject(slugConflict);
    expect((await admin.call('GET', `/api/documents/${id}/draft`)).body.draft.version).toBe(1);
  });

  it('may be missing, as in an editor of an earlier build', async () => {
    const { id } = await create({ slug: undefined });
    expect((await publish(id, 1)).body.document.slug).toBe('first-steps');
  });
});
