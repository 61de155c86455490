import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSimilarDecisions } from '#api/features/openshelf/texts/similar.service.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { recordDecision, createPublication } from '../../support/app/publications.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
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
const listTitles = async (id: number) =>
  (await listSimilarDecisions(test, id)).map(({ title, decision }) => `${title}: ${decision}`);

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
    const similar = await listSimilarDecisions(test, id);
    expect(similar).toEqual([
      {
        id: near,
        title: 'A Kitchen Pharmacy of Remedies',
        author_name: 'Imogen Hart',
        decision: 'approved',
        comments: null,
        user_name: 'Tom Whitaker',
        at: new Date(test.clock.now()).toISOString(),
      },
      expect.objectContaining({ id: far, decision: 'changes_requested', comments: 'Name the doses.', user_name: null }),
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
    expect(await listTitles(99_999)).toEqual([]);
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
