import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_REMOVED_TOTAL } from '#api/features/drafts/revisions/coalescing.queries.ts';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { toHtml, createRandomWriter, type TextPage, listWords } from '../../support/drafts/random-writer.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let aroha: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  aroha = await createDraftCaller(test);
});
afterEach(() => test.close());

/** One tab that goes on saving; each save is taken. */
async function openWriting(first: TextPage, pauseMs = 5_000) {
  const tab = openDraftTab(aroha, `run-${crypto.randomUUID()}`);
  const { id } = (await tab.create(toHtml(first), { title: first.title })).body;
  let version = 1;
  return {
    async save(page: TextPage): Promise<void> {
      test.clock.advance(pauseMs);
      const saved = await tab.save(id, { version, base_revision: 1 }, toHtml(page), { title: page.title });
      expect(saved.status).toBe(200);
      version = saved.body.version;
    },
    revisions: () => tab.revisions(id) as Promise<unknown[]>,
    /** Every word that a revision holds. */
    async held(): Promise<Set<string>> {
      const { rows } = await test.db.client.execute({
        sql: "SELECT json_extract(fields, '$.title'), content FROM revisions WHERE subject_id = ?",
        args: [id],
      });
      return new Set(rows.flatMap((row) => `${row[0]} ${row[1]}`.split(/(?:<[^>]*>|\s)+/)));
    },
  };
}

const paragraph = (...words: string[]): TextPage => ({ title: 'Tea', paragraphs: [words] });
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);

describe('a revision', () => {
  it('stays when half of a long text is replaced in one go, whichever half it is', async () => {
    for (const isFirstHalf of [true, false]) {
      const [kept, replaced, instead] = [numbered(200, 'kept'), numbered(200, 'old'), numbered(300, 'new')];
      const order = (...halves: string[][]) => (isFirstHalf ? halves.reverse() : halves).flat();
      const writing = await openWriting(paragraph(...order(kept, replaced)));
      await writing.save(paragraph(...order(kept, instead)));
      const held = await writing.held();
      for (const word of [...kept, ...replaced, ...instead]) expect(held).toContain(word);
      expect(await writing.revisions()).toHaveLength(2);
    }
  });

  it('stays when a sentence goes in one save, and when a text goes word by word', async () => {
    const words = numbered(60, 'word');
    const sentence = await openWriting(paragraph(...words));
    await sentence.save(paragraph(...words.slice(0, 30), ...words.slice(34)));
    expect(await sentence.revisions()).toHaveLength(2);

    const slowly = await openWriting(paragraph(...words), 1_000);
    for (let left = 59; left >= 0; left -= 1) await slowly.save(paragraph(...words.slice(0, left)));
    const held = await slowly.held();
    const revisions = (await slowly.revisions()).length;
    // Each revision lets go of no more than it may, so that the text can be put together again.
    expect(words.filter((word) => !held.has(word)).length).toBeLessThanOrEqual(MAX_REMOVED_TOTAL * revisions);
    expect(revisions).toBeGreaterThanOrEqual(Math.floor(60 / (MAX_REMOVED_TOTAL + 1)));
  });

  it('stays when its title, its picture or the address of its link is another', async () => {
    const title = 'A title of five words';
    const page = paragraph('text');
    const retitled = await openWriting({ ...page, title });
    await retitled.save({ ...page, title: 'Something else' });
    expect(await retitled.held()).toContain('five');

    const alt = 'A harbour in the early light';
    const shown = await openWriting(paragraph(`<img src="/uploads/one.webp" alt="${alt}">`));
    await shown.save(paragraph('text'));
    expect(await shown.revisions()).toHaveLength(2);
  });

  it('is one of a handful after an hour of typing with corrections', async () => {
    const writer = createRandomWriter(createSeededRandom(1));
    const writing = await openWriting(writer.page());
    for (let saves = 0; saves < 720; saves += 1) await writing.save(writer.writeOn());
    expect(listWords(writer.page()).length).toBeGreaterThan(2_000);
    expect((await writing.revisions()).length).toBeLessThanOrEqual(10);
  }, 60_000);

  it('keeps every word that was saved, but those that were being typed and a few that were corrected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 5, max: 30 }), async (seed, acts) => {
        const writer = createRandomWriter(createSeededRandom(seed));
        const writing = await openWriting(writer.page());
        const saved = new Set<string>();
        const goneInOneGo = new Set<string>();
        for (let act = 0; act < acts; act += 1) {
          const before = listWords(writer.page());
          const page = writer.act(writer.pick());
          await writing.save(page);
          const after = listWords(page);
          const gone = before.filter((word) => !after.some((held) => held.startsWith(word)));
          if (gone.length > 3) for (const word of gone) goneInOneGo.add(word);
          for (const word of after) saved.add(word);
        }
        const held = [...(await writing.held())];
        const isHeld = (word: string) => held.some((each) => each.startsWith(word));
        const lost = [...saved].filter((word) => !isHeld(word));
        expect(lost.filter((word) => goneInOneGo.has(word))).toEqual([]);
        expect(lost.length).toBeLessThanOrEqual(MAX_REMOVED_TOTAL * (await writing.revisions()).length);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
