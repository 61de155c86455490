import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PUBLICATION_CATEGORIES } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, recordDecision } from '../../support/app/publications.ts';
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

it('GET /reasons lists the top-level categories, each of which may have its own text', async () => {
  const { categories } = (await admin.call('GET', REASONS)).body;
  expect(categories.map(({ name }: { name: string }) => name)).toEqual([...DEFAULT_PUBLICATION_CATEGORIES]);
  expect(categories[0]).toEqual({ id: FICTION.category_id, name: 'Fiction' });
});

describe('PUT /reasons/:id', () => {
  it('replaces the name, the text and the texts for categories, in the order of the categories', async () => {
    test.clock.advance(60_000);
    const request = { label: 'No source', text: 'Add a source.', category_texts: [LIFESTYLE, FICTION] };
    const data = {
      id: 1,
      position: 1,
      label: 'No source',
      text: 'Add a source.',
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

type Listed = { id: number; label: string; position?: number; retired_at?: string };
const read = async (): Promise<{ data: Listed[]; retired: Listed[] }> => (await admin.call('GET', REASONS)).body;
const listIds = async () => (await read()).data.map(({ id }) => id);
const add = (body: unknown) => admin.call('POST', REASONS, body);
const retire = (id: number) => admin.call('POST', `${REASONS}/${id}/retire`);
const restore = (id: number) => admin.call('POST', `${REASONS}/${id}/restore`);
const remove = (id: number) => admin.call('DELETE', `${REASONS}/${id}`);
const TOO_SHORT = { label: 'Too short', text: 'Write more.' };
const TAKEN = 'A reason with this name already exists. Choose another name.';
const TAKEN_BY_RETIRED = 'A retired reason has this name. Restore it, or choose another name.';

describe('POST /reasons', () => {
  it('adds a reason at the end, with its texts for categories', async () => {
    test.clock.advance(60_000);
    const { status, body } = await add({ ...TOO_SHORT, category_texts: [FICTION, { category_id: 2, text: ' ' }] });
    const data = {
      id: 10,
      position: 10,
      ...TOO_SHORT,
      category_texts: [{ ...FICTION, category: 'Fiction' }],
      updated_at: new Date(test.clock.now()).toISOString(),
    };
    expect({ status, body }).toEqual({ status: 201, body: { message: 'The reason was added.', data } });
    expect((await list()).at(-1)).toEqual(data);
  });

  it.each([
    ['the same name', 'Misleading'],
    ['a name in another case', 'MISLEADING'],
    ['a name with other spaces', '  hate  or threats '],
  ])('refuses %s', async (_what, label) => {
    const { status, body } = await add({ ...TOO_SHORT, label });
    expect([status, body.issues]).toEqual([409, [{ path: 'label', message: TAKEN }]]);
    expect(await listIds()).toHaveLength(9);
  });

  it('refuses the name of another in any case, beyond A to Z, and that of a retired one', async () => {
    await add({ ...TOO_SHORT, label: 'Māori names' });
    expect((await add({ ...TOO_SHORT, label: 'MĀORI NAMES' })).body.issues[0].message).toBe(TAKEN);
    await retire(10);
    expect((await add({ ...TOO_SHORT, label: 'māori names' })).body.issues[0].message).toBe(TAKEN_BY_RETIRED);
    expect((await update(1, { ...TOO_SHORT, label: 'Māori names' })).body.issues[0].message).toBe(TAKEN_BY_RETIRED);
  });

  it('adds one of two with one name at once', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => add(TOO_SHORT)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await listIds()).toHaveLength(10);
  });

  it('takes up to 30 that are offered', async () => {
    for (let at = 10; at <= 30; at += 1) expect((await add({ ...TOO_SHORT, label: `Reason ${at}` })).status).toBe(201);
    const { status, body } = await add(TOO_SHORT);
    expect([status, body.message]).toEqual([409, 'You can offer 30 reasons. Retire one first.']);
    await retire(1);
    expect((await add(TOO_SHORT)).status).toBe(201);
    expect((await restore(1)).body.message).toBe('You can offer 30 reasons. Retire one first.');
  });

  it('refuses a category that is unknown', async () => {
    const refused = await add({ ...TOO_SHORT, category_texts: [{ ...FICTION, category_id: 999 }] });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'category_texts.0.category_id']);
  });
});

describe('the name of a reason that is changed', () => {
  it('refuses the name of another, and takes its own in another case', async () => {
    const refused = await update(1, { label: 'misleading', text: '' });
    expect([refused.status, refused.body.issues]).toEqual([409, [{ path: 'label', message: TAKEN }]]);
    expect((await update(5, { label: 'MISLEADING', text: '' })).status).toBe(200);
  });

  it('changes a retired one, too', async () => {
    await retire(5);
    const { body } = await update(5, { label: 'Misleading title', text: '' });
    expect(body.data).toMatchObject({ id: 5, label: 'Misleading title', retired_at: expect.any(String) });
  });
});

describe('PUT /reasons/order', () => {
  const reorder = (ids: number[]) => admin.call('PUT', `${REASONS}/order`, { ids });

  it('puts the reasons into an order, which is that of the keys', async () => {
    expect((await reorder([9, 1, 2, 3, 4, 5, 6, 7, 8])).status).toBe(204);
    expect((await read()).data.map(({ id, position }) => [id, position]).slice(0, 3)).toEqual([
      [9, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it.each([
    ['one that is missing', [1, 2, 3, 4, 5, 6, 7, 8], 409],
    ['one that is unknown', [1, 2, 3, 4, 5, 6, 7, 8, 99], 409],
    ['one twice', [1, 1, 2, 3, 4, 5, 6, 7, 8], 400],
    ['none', [], 400],
  ])('refuses %s and changes nothing', async (_what, ids, status) => {
    expect((await reorder(ids)).status).toBe(status);
    expect(await listIds()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('names no retired ones', async () => {
    await retire(2);
    expect((await reorder([9, 2, 1, 3, 4, 5, 6, 7, 8])).status).toBe(409);
    expect((await reorder([9, 1, 3, 4, 5, 6, 7, 8])).status).toBe(204);
    expect(await listIds()).toEqual([9, 1, 3, 4, 5, 6, 7, 8]);
  });
});

describe('POST /reasons/:id/retire', () => {
  it('offers the reason no more, and the keys of the others move up', async () => {
    const { status, body } = await retire(2);
    expect([status, body.message, body.data.retired_at]).toEqual([
      200,
      'The reason was retired.',
      new Date(test.clock.now()).toISOString(),
    ]);
    const { data, retired } = await read();
    expect(data.map(({ id, position }) => [id, position]).slice(0, 3)).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(retired).toEqual([body.data]);
  });

  it('lists the last retired first', async () => {
    for (const id of [4, 2, 7]) {
      await retire(id);
      test.clock.advance(1_000);
    }
    expect((await read()).retired.map(({ id }) => id)).toEqual([7, 2, 4]);
  });

  it('is undone by /restore, in its old place', async () => {
    await retire(2);
    expect((await restore(2)).body).toMatchObject({
      message: 'The reason was restored.',
      data: { id: 2, position: 2 },
    });
    expect(await read()).toMatchObject({ retired: [] });
    expect(await listIds()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('and restore happen once: the second of two is refused', async () => {
    const refuse = (message: string) => ({ status: 409, body: expect.objectContaining({ message }) });
    expect(await restore(2)).toEqual(refuse('This reason has already been restored.'));
    await retire(2);
    expect(await retire(2)).toEqual(refuse('This reason has already been retired.'));
    for (const response of [await retire(99), await restore(99)]) expect(response.status).toBe(404);
  });
});

describe('DELETE /reasons/:id', () => {
  it('deletes a retired reason that no decision names, with its texts', async () => {
    await update(8, { ...TOO_SHORT, category_texts: [FICTION] });
    await retire(8);
    expect((await remove(8)).status).toBe(204);
    expect(await read()).toMatchObject({ retired: [] });
    expect(await selectRows(test, 'SELECT * FROM rejection_reason_texts')).toEqual([]);
    expect((await remove(8)).status).toBe(404);
  });

  it('refuses one that is offered, and one that a decision names, undone or not', async () => {
    expect((await remove(8)).body.message).toBe('Retire this reason first.');
    const id = await createPublication(test);
    await recordDecision(test, id, 'reject', { reasonIds: [3, 8], isUndone: true });
    await retire(8);
    const refused = await remove(8);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Decisions name ‘Wrong category’, so it can’t be deleted.',
    ]);
    expect((await read()).retired).toHaveLength(1);
  });
});

describe('a retired reason', () => {
  it('can’t be chosen for a decision, and stays on those of the past', async () => {
    const decided = await createPublication(test);
    const reject = (id: number) =>
      admin.call('POST', `/api/admin/openshelf/reviews/${id}/reject`, { comments: 'No.', reason_ids: [5, 1] });
    expect((await reject(decided)).status).toBe(200);
    await retire(5);
    const { history } = (await admin.call('GET', `/api/admin/openshelf/publications/${decided}`)).body.data;
    expect(history.at(-1).reasons).toEqual(['Misleading', 'Advice, no source']);
    const refused = await reject(await createPublication(test));
    expect([refused.status, refused.body.issues]).toEqual([
      400,
      [{ path: 'reason_ids', message: 'The reason ‘Misleading’ was retired. Choose another.' }],
    ]);
  });
});
