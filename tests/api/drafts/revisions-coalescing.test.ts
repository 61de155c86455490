import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_REMOVED_CHARACTERS } from '#api/features/drafts/revisions/coalescing.queries.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
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

/** One tab that saves again and again; every save is expected to be accepted. */
async function openSavingTab(first: TextPage, pauseMs = 5_000, fields: Partial<BlogDraftFields> = {}) {
  const tab = openDraftTab(aroha, `run-${crypto.randomUUID()}`);
  const { id } = (await tab.create(toHtml(first), { title: first.title, ...fields })).body;
  let version = 1;
  return {
    async save(page: TextPage, changes = fields): Promise<void> {
      test.clock.advance(pauseMs);
      const saved = await tab.save(id, { version, base_revision: 1 }, toHtml(page), {
        title: page.title,
        ...changes,
      });
      expect(saved.status).toBe(200);
      version = saved.body.version;
    },
    revisions: () => tab.revisions(id) as Promise<unknown[]>,
    /** Every word that is stored in some revision. */
    async listStoredWords(): Promise<Set<string>> {
      const { rows } = await test.db.client.execute({
        sql: "SELECT json_extract(fields, '$.title'), content FROM revisions WHERE subject_id = ?",
        args: [id],
      });
      return new Set(rows.flatMap((row) => `${row[0]} ${row[1]}`.split(/(?:<[^>]*>|\s)+/)));
    },
  };
}

const paragraph = (...words: string[]): TextPage => ({ title: 'Tea', paragraphs: [words] });
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);

describe('coalescing of revisions', () => {
  it('keeps a revision when half of a long text is replaced in one save', async () => {
    for (const isFirstHalf of [true, false]) {
      const [kept, replaced, instead] = [numbered(200, 'kept'), numbered(200, 'old'), numbered(300, 'new')];
      const order = (...halves: string[][]) => (isFirstHalf ? halves.reverse() : halves).flat();
      const writing = await openSavingTab(paragraph(...order(kept, replaced)));
      await writing.save(paragraph(...order(kept, instead)));
      const listStoredWords = await writing.listStoredWords();
      for (const word of [...kept, ...replaced, ...instead]) expect(listStoredWords).toContain(word);
      expect(await writing.revisions()).toHaveLength(2);
    }
  });

  it('keeps a revision when a save removes more than 200 characters, and merges at 200', async () => {
    const [before, after] = [numbered(30, 'before'), numbered(30, 'after')];
    for (const [length, revisions] of [
      [MAX_REMOVED_CHARACTERS, 1],
      [MAX_REMOVED_CHARACTERS + 1, 2],
    ] as const) {
      // The space behind the passage is removed as well.
      const passage = 'x'.repeat(length - 1);
      const writing = await openSavingTab(paragraph(...before, passage, ...after));
      await writing.save(paragraph(...before, ...after));
      expect([length, await writing.revisions()]).toEqual([length, expect.objectContaining({ length: revisions })]);
    }
  });

  it('keeps revisions when a text is deleted word by word', async () => {
    const words = numbered(200, 'word');
    const slowly = await openSavingTab(paragraph(...words), 1_000);
    for (let left = 198; left >= 0; left -= 2) await slowly.save(paragraph(...words.slice(0, left)));
    const listStoredWords = await slowly.listStoredWords();
    const revisions = (await slowly.revisions()).length;
    const lost = words.filter((word) => !listStoredWords.has(word)).join(' ').length;
    // Each revision may lose a limited number of characters, so most of the text can be recovered.
    expect(lost).toBeLessThanOrEqual(MAX_REMOVED_CHARACTERS * revisions);
    expect(revisions).toBeGreaterThanOrEqual(Math.floor(words.join(' ').length / (MAX_REMOVED_CHARACTERS + 20)));
  });

  it('keeps a revision when the description or the alt text of an image changes', async () => {
    const description = numbered(40, 'described').join(' ');
    const page = paragraph('text');
    const described = await openSavingTab(page, 5_000, { description });
    await described.save(page, { description: 'Something else' });
    expect(await described.revisions()).toHaveLength(2);

    const shown = await openSavingTab(paragraph(`<img src="/uploads/one.webp" alt="${description}">`));
    await shown.save(paragraph('text'));
    expect(await shown.revisions()).toHaveLength(2);
  });

  it('stores at most 10 revisions for an hour of typing with corrections', async () => {
    const writer = createRandomWriter(createSeededRandom(1));
    const writing = await openSavingTab(writer.page());
    for (let saves = 0; saves < 720; saves += 1) await writing.save(writer.typeMore());
    expect(listWords(writer.page()).length).toBeGreaterThan(2_000);
    expect((await writing.revisions()).length).toBeLessThanOrEqual(10);
  });

  it('keeps every saved passage of more than 200 characters, for random edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 5, max: 30 }), async (seed, acts) => {
        const writer = createRandomWriter(createSeededRandom(seed), { minWordLength: MAX_REMOVED_CHARACTERS + 20 });
        const writing = await openSavingTab(writer.page());
        const saved = new Set<string>();
        for (let act = 0; act < acts; act += 1) {
          const page = writer.act(writer.pick());
          await writing.save({ ...page, title: 'Tea' });
          for (const paragraphWords of page.paragraphs) for (const word of paragraphWords) saved.add(word);
        }
        const listStoredWords = [...(await writing.listStoredWords())];
        expect([...saved].filter((word) => !listStoredWords.some((each) => each.startsWith(word)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
