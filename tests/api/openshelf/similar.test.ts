import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { htmlTasks } from '#api/adapters/html/html-tasks.ts';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import { listPrecedents as listPrecedentsFor } from '#api/features/openshelf/texts/similar.service.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createUser, toRequestInit } from '../../support/app/users.ts';
import { recordDecision, createPublication, insertVersion } from '../../support/app/publications.ts';

let test: TestApp;
let admin: ApiCaller;
/** The texts of works, by their addresses. */
const texts = new Map<string, string>();
beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  test.deps.safeFetch = async (url) => {
    const text = texts.get(url);
    if (text === undefined) throw new FetchError('The page doesn’t exist (error 404).');
    return { text, format: 'html', url };
  };
  // Works about other things, which give the words of the tests their rarity.
  for (let at = 0; at < 40; at += 1) {
    const id = await createPublication(test, {
      title: `Voyage ${at}`,
      description: `A sailing journal of harbour number ${at}.`,
    });
    await recordDecision(test, id, at % 2 ? 'approve' : 'reject');
  }
});
afterAll(() => test.close());

const remedies = (title: string) =>
  createPublication(test, {
    title,
    description: 'Syrups and salves from the hedgerow: elder, nettle, plantain and their doses.',
  });
const listPrecedents = (id: number) => listPrecedentsFor({ ...test.deps, clientHtml: test.deps.html }, id);
const listTitles = async (id: number) =>
  (await listPrecedents(id)).data.similar.map(({ title, decision }) => `${title}: ${decision}`);

describe('similar decisions', () => {
  it('are those on works with the same rare words, the most similar first', async () => {
    const user = await createUser(test, { firstName: 'Tom', lastName: 'Whitaker' });
    const near = await remedies('A Kitchen Pharmacy of Remedies');
    await recordDecision(test, near, 'reject', { userId: user.id, comments: 'Add a source.' });
    await recordDecision(test, near, 'approve', { userId: user.id, comments: null });
    const far = await createPublication(test, {
      title: 'Salves',
      description: 'Elder and nettle salves for the winter.',
    });
    await recordDecision(test, far, 'request_changes', { comments: 'Name the doses.' });
    const id = await remedies('Remedies from a Hedgerow');
    const { similar } = (await listPrecedents(id)).data;
    expect(similar).toEqual([
      {
        id: near,
        title: 'A Kitchen Pharmacy of Remedies',
        author_name: 'Imogen Hart',
        version_number: 1,
        same_text_percent: null,
        same_text_basis: null,
        decision: 'approved',
        comments: null,
        user: { id: user.id, name: 'Tom Whitaker' },
        at: new Date(test.clock.now()).toISOString(),
      },
      expect.objectContaining({ id: far, decision: 'changes_requested', comments: 'Name the doses.', user: null }),
    ]);
  });

  it('leave out undone decisions, undecided works, the work itself and works about something else', async () => {
    const about = { description: 'Glaciers, moraines and icefalls of the southern alps, with crampon technique.' };
    const undone = await createPublication(test, { title: 'Moraines', ...about });
    await recordDecision(test, undone, 'approve', { isUndone: true });
    await createPublication(test, { title: 'Icefalls', ...about });
    const id = await createPublication(test, { title: 'Glaciers', ...about });
    await recordDecision(test, id, 'reject');
    expect(await listTitles(id)).toEqual([]);
    await recordDecision(test, undone, 'reject');
    expect(await listTitles(id)).toEqual(['Moraines: rejected']);
    const other = await createPublication(test, {
      title: 'Chess',
      description: 'Openings and endgames for the winter.',
    });
    expect(await listTitles(other)).toEqual([]);
    await expect(listTitles(99_999)).rejects.toThrow('The requested publication could not be found.');
  });

  it('are found by the fetched text alone, and not by the author', async () => {
    const text = 'The kererū nests in tawa and miro; predators, traps and bait stations along the ridge. ';
    const setBody = (id: number) =>
      test.db.client.execute({
        sql: 'UPDATE publication_words SET body = ? WHERE rowid = ?',
        args: [text.repeat(30), id],
      });
    const decided = await createPublication(test, {
      title: 'One',
      description: 'x',
      authorName: 'Ngaire Williams Kereama',
    });
    const sameAuthor = await createPublication(test, {
      title: 'Two',
      description: 'y',
      authorName: 'Ngaire Williams Kereama',
    });
    const id = await createPublication(test, {
      title: 'Three',
      description: 'z',
      authorName: 'Ngaire Williams Kereama',
    });
    for (const each of [decided, sameAuthor]) await recordDecision(test, each, 'approve');
    await setBody(decided);
    await setBody(id);
    expect(await listTitles(id)).toEqual(['One: approved']);
  });

  it('are at most five', async () => {
    const about = { description: 'Bread, sourdough starters, hydration and proofing at altitude.' };
    for (let at = 0; at < 7; at += 1)
      await recordDecision(test, await createPublication(test, { title: `Loaf ${at}`, ...about }), 'approve');
    expect(await listTitles(await createPublication(test, { title: 'Crumb', ...about }))).toHaveLength(5);
  });

  it('take any text: quotes, operators and other scripts', async () => {
    const hostile = `"AND" OR NEAR(a b) title:* ^x {y} 'z' -- ; 漢字 "quoted"" word`;
    const decided = await createPublication(test, { title: hostile, description: `${hostile} ${hostile}` });
    await recordDecision(test, decided, 'approve');
    const id = await createPublication(test, { title: hostile, description: `${hostile} ${hostile}` });
    expect((await listTitles(id)).length).toBeLessThanOrEqual(1);
  });
});

describe('GET /api/admin/openshelf/publications/{id}/precedents', () => {
  const listPrecedentsOf = async (id: number) =>
    (await admin.call('GET', `/api/admin/openshelf/publications/${id}/precedents`)).body.data;
  /** Different names and descriptions: only the text is the same. */
  const addText = (name: string, text: string, values = {}) => {
    const htmlUrl = `https://books.example/${name}.html`;
    texts.set(htmlUrl, text);
    return createPublication(test, {
      title: name,
      description: name,
      authorName: `Author of ${name}`,
      htmlUrl,
      ...values,
    });
  };
  const copied = `<p>${Array.from({ length: 60 }, (_, at) => `gilded lantern ferry${at} quarry`).join(' ')}</p>`;

  it('finds a copy of a text that was rejected a moment ago when the work is opened for the first time', async () => {
    const first = await addText('Alpha', copied);
    await listPrecedentsOf(first);
    const rejected = await admin.call('POST', `/api/admin/openshelf/reviews/${first}/reject`, { comments: 'Copied.' });
    expect(rejected.status).toBe(200);
    const copy = await addText('Omega', `<h1>${copied.replaceAll('ferry', 'FERRY')}</h1>`);
    const { similar, waiting } = await listPrecedentsOf(copy);
    expect(similar).toEqual([
      expect.objectContaining({ id: first, decision: 'rejected', comments: 'Copied.', same_text_percent: 100 }),
    ]);
    expect(waiting).toEqual([]);
    await admin.call('POST', '/api/admin/undo', { ids: [rejected.body.undo.id] });
    const undone = await listPrecedentsOf(copy);
    expect(undone.similar).toEqual([]);
    expect(undone.waiting).toEqual([expect.objectContaining({ id: first, title: 'Alpha', same_text_percent: 100 })]);
  });

  it('says how much of the text another one holds', async () => {
    const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
    const first = await addText('Half', `<p>${words('beacon', 100)} ${words('cistern', 100)}</p>`);
    const second = await addText('Whole', `<p>${words('beacon', 100)}</p>`);
    await listPrecedentsOf(first);
    expect((await listPrecedentsOf(second)).waiting).toEqual([
      expect.objectContaining({ id: first, same_text_percent: 100, same_text_basis: 'whole' }),
    ]);
    expect((await listPrecedentsOf(first)).waiting).toEqual([
      expect.objectContaining({ id: second, same_text_percent: 48, same_text_basis: 'whole' }),
    ]);
  });

  it('calls two texts the same only where all their words are, and says when only beginnings were compared', async () => {
    const book = Array.from({ length: 21_000 }, (_, at) => `clause${at}`).join(' ');
    const first = await addText('Volume', `<p>${book} first ending</p>`);
    const other = await addText('Tome', `<p>${book} other ending</p>`);
    const copy = await addText('Folio', `<h2>${book}</h2><p>first ending</p>`);
    for (const id of [first, other]) await listPrecedentsOf(id);
    const { waiting } = await listPrecedentsOf(copy);
    expect(waiting).toEqual([
      expect.objectContaining({ id: first, same_text_percent: 100, same_text_basis: 'equal' }),
      expect.objectContaining({ id: other, same_text_percent: 100, same_text_basis: 'beginning' }),
    ]);
  });

  it('names the decision on the version with the same text, and claims nothing of a version that has changed since', async () => {
    const text = '<p>Palisades, kiln and rafters of one early draft.</p>';
    const revised = await addText('Stockade', text);
    await listPrecedentsOf(revised);
    await recordDecision(test, revised, 'reject', { comments: 'Copied.' });
    const htmlUrl = 'https://books.example/Stockade-2.html';
    texts.set(htmlUrl, '<p>Palisades, kiln and rafters, written anew.</p>');
    await insertVersion(test, revised, { number: 2, htmlUrl, title: 'Stockade' });
    await write(test.db, [
      test.db.orm.update(publications).set({ versionNumber: 2, htmlUrl }).where(eq(publications.id, revised)),
    ]);
    await listPrecedentsOf(revised);
    await recordDecision(test, revised, 'approve', { versionNumber: 2 });
    const copy = await addText('Garrison', text);
    expect((await listPrecedentsOf(copy)).similar).toEqual([
      expect.objectContaining({ id: revised, decision: 'rejected', version_number: 1, same_text_basis: 'equal' }),
    ]);
  });

  it('claims nothing of the text of a decision when the work has another text since', async () => {
    const author = { authorName: 'Wiremu Tamihana' };
    const decided = await addText('Breakwater', '<p>An early draft.</p>', author);
    await recordDecision(test, decided, 'reject');
    const htmlUrl = 'https://books.example/Breakwater-2.html';
    texts.set(htmlUrl, '<p>Breakwaters, moles and groynes of one harbour.</p>');
    await insertVersion(test, decided, { number: 2, htmlUrl });
    await write(test.db, [
      test.db.orm
        .update(publications)
        .set({ versionNumber: 2, htmlUrl, status: 'DRAFT' })
        .where(eq(publications.id, decided)),
    ]);
    await listPrecedentsOf(decided);
    const copy = await addText('Groynes', '<p>Breakwaters, moles and groynes of one harbour.</p>', author);
    const { similar, by_author: byAuthor } = await listPrecedentsOf(copy);
    expect([...similar, ...byAuthor]).toEqual([
      expect.objectContaining({ id: decided, version_number: 1, same_text_percent: null, same_text_basis: null }),
    ]);
  });

  it('begins no comparison for a reviewer who has left (T42)', async () => {
    const text = '<p>Lanyards, oilskins and a short voyage.</p>';
    const first = await addText('Lanyard', text);
    const second = await addText('Oilskin', text);
    await listPrecedentsOf(first);
    await listPrecedentsOf(second);
    const signal = AbortSignal.abort();
    const path = `/api/admin/openshelf/publications/${second}/precedents`;
    const response = await test.app.request(path, { ...toRequestInit(admin.token, 'GET'), signal });
    expect(response.status).toBe(400);
  });

  it('compares long texts in the worker, so that other requests are answered meanwhile', async () => {
    const pages = (count: number) =>
      `<p>${Array.from({ length: count }, (_, at) => `ledger${at % 900}`).join(' ')}</p>`;
    await listPrecedentsOf(await addText('Ledger One', pages(9_000)));
    const run = vi.spyOn(htmlTasks, 'measureSharedText');
    const { waiting } = await listPrecedentsOf(await addText('Ledger Two', pages(450)));
    expect(waiting).toEqual([
      expect.objectContaining({ title: 'Ledger One', same_text_percent: 100, same_text_basis: 'whole' }),
    ]);
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it.each([
    ['Łukasz Żółć', 'ŁUKASZ ŻÓŁĆ'],
    ['Οδυσσέας Ελύτης', 'ΟΔΥΣΣΈΑΣ ΕΛΎΤΗΣ'],
    ['Анна Ахматова', 'АННА АХМАТОВА'],
    ['Tāne Rangihuna', 'TĀNE RANGIHUNA'],
  ])('takes %s and %s for one author', async (name, capitals) => {
    const earlier = await addText(`By ${name}`, `<p>${name}</p>`, { authorName: name });
    await recordDecision(test, earlier, 'reject');
    const work = await addText(`By ${capitals}`, '<p>Something else</p>', { authorName: capitals });
    const { by_author: byAuthor } = await listPrecedentsOf(work);
    expect(byAuthor).toEqual([expect.objectContaining({ id: earlier, author_name: name })]);
  });

  it('lists decisions on the same author, and on earlier versions of the work, apart from similar texts', async () => {
    const author = { authorName: 'Perdita Sterling' };
    const other = await addText('Riches', '<p>Lottery</p>', author);
    await recordDecision(test, other, 'reject', { comments: 'Misleading.' });
    const namesake = await addText('Namesake', '<p>Sloops</p>', { authorName: 'Perdita Sterling Junior' });
    await recordDecision(test, namesake, 'reject');
    const work = await addText('Own', '<p>Trawlers</p>', { ...author, versionNumber: 2 });
    await recordDecision(test, work, 'request_changes', { versionNumber: 1 });
    const { by_author: byAuthor } = await listPrecedentsOf(work);
    expect(byAuthor.map(({ title, decision }: { title: string; decision: string }) => `${title}: ${decision}`)).toEqual(
      ['Own: changes_requested', 'Riches: rejected'],
    );
  });

  it('has the queue mark works with the text of another one, and what was decided on that', async () => {
    const text = '<p>Bellows, anvils and one short text.</p>';
    const first = await addText('Forge', text);
    const second = await addText('Smithy', text);
    for (const id of [first, second]) await listPrecedentsOf(id);
    const listMarks = async () => {
      const { publications } = (await admin.call('GET', '/api/admin/openshelf/reviews/pending?limit=100')).body.data;
      return publications
        .filter(({ id }: { id: number }) => [first, second].includes(id))
        .map(({ title, same_text_as: other }: { title: string; same_text_as: object }) => [title, other]);
    };
    expect(await listMarks()).toEqual([
      ['Forge', { id: second, title: 'Smithy', decision: null }],
      ['Smithy', { id: first, title: 'Forge', decision: null }],
    ]);
    await admin.call('POST', `/api/admin/openshelf/reviews/${first}/reject`, { comments: 'Copied.' });
    expect(await listMarks()).toEqual([['Smithy', { id: first, title: 'Forge', decision: 'rejected' }]]);
  });
});
