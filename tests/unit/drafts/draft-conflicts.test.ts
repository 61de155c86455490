import { beforeEach, describe, expect, it } from 'vitest';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import {
  createFakeLocalStore,
  createFakeServer,
  createTimers,
  type Fields,
  type FakeServer,
  openEditorTab,
  type EditorTab,
} from '../../support/drafts/autosave-simulation.ts';

let server: FakeServer;
let browser: ReturnType<typeof createFakeLocalStore>;
let timers: ReturnType<typeof createTimers>;
let tab: EditorTab;

beforeEach(() => {
  server = createFakeServer();
  browser = createFakeLocalStore();
  timers = createTimers();
  tab = openEditorTab({ server, browser, timers });
});

const contentOf = (id: number) => server.drafts.get(id)?.content;
const kept = () => [...browser.records.values()].map(({ content }) => content);

async function saved(words = 'first '): Promise<number> {
  tab.type(words);
  await timers.advance(1_000);
  return tab.id() as number;
}

describe('two editors', () => {
  const theirs = { fields: { title: 'T' }, content: 'first theirs ' };
  const conflictOf = (of: EditorTab) => {
    const { save } = of.autosaver.state();
    return save.kind === 'conflict' ? save : null;
  };
  async function collide(): Promise<number> {
    const id = await saved();
    server.saveAsOther(id, theirs);
    tab.type('mine ');
    await timers.advance(1_000);
    return id;
  }

  it('write over nothing, and typing goes on', async () => {
    const id = await collide();
    expect(conflictOf(tab)?.theirs.content).toBe('first theirs ');
    expect(conflictOf(tab)?.base?.content).toBe('first ');
    tab.type('more ');
    await timers.advance(60_000);
    expect(contentOf(id)).toBe('first theirs ');
    expect(kept()).toEqual(['first mine more ']);
  });

  it.each([
    ['mine', 'first mine '],
    ['theirs', 'first theirs '],
    ['both', 'first mine theirs '],
  ])('keep both versions, whichever is taken: %s', async (_what, content) => {
    const id = await collide();
    const mine = tab.text();
    const chosen = content === theirs.content ? theirs : { ...mine, content };
    await tab.autosaver.resolve(mine, chosen);
    tab.write(chosen);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(contentOf(id)).toBe(content);
    expect(server.revisions.map((each) => each.content)).toEqual(
      expect.arrayContaining(['first mine ', 'first theirs ', content]),
    );
    expect(kept()).toEqual([]);
    tab.type('on');
    await timers.advance(1_000);
    expect(contentOf(id)).toBe(`${content}on`);
  });

  it('who saved the same have no conflict', async () => {
    const id = await saved();
    server.saveAsOther(id, { fields: { title: '' }, content: 'first same' });
    tab.type('same');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('saved');
    expect(kept()).toEqual([]);
  });

  it('of whom one published: the live post is the other version', async () => {
    const id = await saved();
    server.publish(id);
    tab.type('mine');
    await timers.advance(1_000);
    expect(conflictOf(tab)?.theirs).toMatchObject({ version: 0, base_revision: 2 } satisfies Partial<
      DraftJson<Fields>
    >);
    const mine = tab.text();
    await tab.autosaver.resolve(mine, mine);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(server.drafts.get(id)).toMatchObject({ content: 'first mine', base_revision: 2 });
  });

  it('collide once more while one of them chooses: the newest version is shown', async () => {
    const id = await collide();
    server.saveAsOther(id, { fields: { title: 'T' }, content: 'newer' });
    await expect(tab.autosaver.resolve(tab.text(), theirs)).rejects.toThrow('changed once more');
    expect(conflictOf(tab)?.theirs.content).toBe('newer');
    expect(contentOf(id)).toBe('newer');
  });

  it('choose again after an answer that was lost, with the same two versions', async () => {
    const id = await collide();
    server.set('response-lost');
    const mine = tab.text();
    await expect(tab.autosaver.resolve(mine, theirs)).rejects.toThrow('No response');
    expect(tab.kind()).toBe('conflict');
    server.set('up');
    await tab.autosaver.resolve(mine, theirs);
    tab.write(theirs);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(contentOf(id)).toBe('first theirs ');
    expect(server.hasText('first mine ')).toBe(true);
  });
});
