import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';

const REASONS = '/api/admin/openshelf/reasons';
const FICTION = { category_id: 1, text: 'Tell readers that it is a story.' };
const LIFESTYLE = { category_id: 6, text: 'Add a source for each recipe.' };

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const list = async () => (await admin.call('GET', REASONS)).body.data;
const update = (id: number, body: unknown) => admin.call('PUT', `${REASONS}/${id}`, body);
const listAudits = () =>
  selectRows(
    test,
    "SELECT subject, before, after FROM audit_log WHERE action = 'rejection_reason.changed' ORDER BY id",
  );

describe('GET /reasons', () => {
  it('lists the nine reasons in the order of their keys', async () => {
    const reasons = await list();
    expect(reasons.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reasons[0]).toMatchObject({ id: 1, label: 'Advice, no source', category_texts: [] });
    expect(reasons[8]).toMatchObject({ label: 'Something else', text: '' });
  });
});

describe('PUT /reasons/:id', () => {
  it('replaces the name, the text and the texts for categories, in the order of the categories', async () => {
    test.clock.advance(60_000);
    const request = { label: 'No source', text: 'Add a source.', category_texts: [LIFESTYLE, FICTION] };
    const data = {
      ...{ id: 1, position: 1, label: 'No source', text: 'Add a source.' },
      category_texts: [
        { ...FICTION, category: 'Fiction' },
        { ...LIFESTYLE, category: 'Lifestyle' },
      ],
      updated_at: new Date(test.clock.now()).toISOString(),
    };
    expect(await update(1, request)).toEqual({ status: 200, body: { message: 'The reason was saved.', data } });
    expect((await list())[0]).toEqual(data);
    await update(1, { label: 'No source', text: 'Add a source.' });
    expect((await list())[0].category_texts).toEqual([]);
  });

  it('records in the audit log what changed', async () => {
    const { text } = (await list())[0];
    await update(1, { label: 'No source', text, category_texts: [LIFESTYLE, FICTION] });
    await update(1, { label: 'No source', text, category_texts: [FICTION, LIFESTYLE] });
    await update(1, { label: 'No source', text, category_texts: [FICTION] });
    const both = { 1: FICTION.text, 6: LIFESTYLE.text };
    const toValues = (json: unknown) => JSON.parse(String(json));
    expect((await listAudits()).map(({ before, after }) => [toValues(before), toValues(after)])).toEqual([
      [
        { label: 'Advice, no source', category_texts: {} },
        { label: 'No source', category_texts: both },
      ],
      [null, null],
      [{ category_texts: both }, { category_texts: { 1: FICTION.text } }],
    ]);
  });

  it('leaves out empty texts for categories', async () => {
    const { body } = await update(2, {
      label: 'Rights',
      text: '',
      category_texts: [FICTION, { category_id: 2, text: ' ' }],
    });
    expect(body.data.category_texts).toEqual([{ ...FICTION, category: 'Fiction' }]);
  });

  it.each([
    ['no name', { label: ' ', text: '' }, 'label'],
    ['a name over several lines', { label: 'a\nb', text: '' }, 'label'],
    ['a long name', { label: 'x'.repeat(41), text: '' }, 'label'],
    ['no text', { label: 'A' }, 'text'],
    ['a long text', { label: 'A', text: 'x'.repeat(1_001) }, 'text'],
    [
      'an unknown category',
      { label: 'A', text: '', category_texts: [{ ...FICTION, category_id: 999 }] },
      'category_texts.0.category_id',
    ],
    [
      'a subcategory',
      { label: 'A', text: '', category_texts: [{ ...FICTION, category_id: 8 }] },
      'category_texts.0.category_id',
    ],
    ['a category twice', { label: 'A', text: '', category_texts: [FICTION, FICTION] }, 'category_texts.1.category_id'],
    ['another key', { label: 'A', text: '', position: 3 }, 'position'],
  ])('refuses %s and changes nothing', async (_name, body, path) => {
    const before = await list();
    const refused = await update(1, body);
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, path]);
    expect(await list()).toEqual(before);
    expect(await listAudits()).toEqual([]);
  });

  it('answers 404 for no such reason, without an audit row', async () => {
    const { status, body } = await update(99, { label: 'A', text: '' });
    expect([status, body.message]).toEqual([404, 'This reason no longer exists.']);
    expect(await listAudits()).toEqual([]);
  });
});
