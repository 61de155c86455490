import { beforeEach, describe, expect, it } from 'vitest';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { mergeDrafts } from '#src/features/drafts/conflicts/merge-drafts.ts';
import {
  createFakeLocalStore,
  createFakeServer,
  createTimers,
  type Fields,
  type FakeServer,
  LINES,
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

const getServerContent = (id: number) => server.drafts.get(id)?.content;
const listLocalContents = () => [...browser.records.values()].map(({ content }) => content);

async function typeAndSave(words = 'first '): Promise<number> {
  tab.type(words);
  await timers.advance(1_000);
  return tab.id() as number;
}

describe('a conflict of two editors', () => {
  const theirs = { fields: { title: 'T' }, content: 'first theirs ' };
  const getConflict = (of: EditorTab) => {
    const { save } = of.autosaver.state();
    return save.kind === 'conflict' ? save : null;
  };
  async function createConflict(): Promise<number> {
    const id = await typeAndSave();
    server.saveAsOther(id, theirs);
    tab.type('mine ');
    await timers.advance(1_000);
    return id;
  }

  it('overwrites nothing, and typing continues', async () => {
    const id = await createConflict();
    expect(getConflict(tab)?.theirs.content).toBe('first theirs ');
    expect(getConflict(tab)?.base?.content).toBe('first ');
    tab.type('more ');
    await timers.advance(60_000);
    expect(getServerContent(id)).toBe('first theirs ');
    expect(listLocalContents()).toEqual(['first mine more ']);
  });

  it.each([
    ['mine', 'first mine '],
    ['theirs', 'first theirs '],
    ['both', 'first mine theirs '],
  ])('keeps both versions as revisions, for the choice %s', async (_what, content) => {
    const id = await createConflict();
    const mine = tab.text();
    const chosen = content === theirs.content ? theirs : { ...mine, content };
    await tab.autosaver.resolve(mine, chosen);
    tab.write(chosen);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(getServerContent(id)).toBe(content);
    expect(server.revisions.map((each) => each.content)).toEqual(
      expect.arrayContaining(['first mine ', 'first theirs ', content]),
    );
    expect(listLocalContents()).toEqual([]);
    tab.type('on');
    await timers.advance(1_000);
    expect(getServerContent(id)).toBe(`${content}on`);
  });

  it('does not occur when both changed different places: both changes are saved', async () => {
    const merging = openEditorTab({
      ...{ server, browser, timers },
      merge: ({ base, mine }) => ({ base, merged: { ...mine, content: `theirs ${mine.content}` } }),
    });
    merging.type('first ');
    await timers.advance(1_000);
    const id = merging.id() as number;
    server.saveAsOther(id, { fields: { title: '' }, content: 'theirs first ' });
    merging.type('mine ');
    await timers.advance(2_000);
    expect(getServerContent(id)).toBe('theirs first mine ');
    expect(merging.states).not.toContain('conflict');
    expect(merging.kind()).toBe('saved');
    merging.type('on');
    await timers.advance(2_000);
    expect(getServerContent(id)).toBe('theirs first mine on');
  });

  it('does not occur where only what was sent without an answer was changed: the other tab has merged that', async () => {
    const merging = openEditorTab({ server, browser, timers, merge: (versions) => mergeDrafts(versions, LINES) });
    const write = (content: string) => {
      merging.write({ fields: { title: '' }, content });
      merging.autosaver.changed();
    };
    write('The kettle was warm.\n');
    await timers.advance(1_000);
    const id = merging.id() as number;
    server.set('response-lost');
    write('The kettle was warm.\nThe rain came late in the day.\nA third one, with some words.\n');
    await timers.advance(1_000);
    server.set('up');
    server.saveAsOther(id, {
      fields: { title: '' },
      content: 'The kettle was cold.\nThe rain came late in the day.\nA third one, with some words.\n',
    });
    write('The kettle was warm.\nThe rain came early.\n');
    await timers.advance(60_000);
    expect(merging.states).not.toContain('conflict');
    expect(getServerContent(id)).toBe('The kettle was cold.\nThe rain came early.\n');
  });

  it('with a live post that changed beside the draft doesn’t take the draft’s own text for what both were made from', async () => {
    await typeAndSave();
    const { version } = tab.autosaver.draftBase();
    tab.autosaver.enterConflict({ ...theirs, version, base_revision: 2, updated_at: 'live', user: null });
    expect(getConflict(tab)).toMatchObject({ base: null, theirs });
  });

  it('is left to the user when it is not known what the text was before', async () => {
    const id = await typeAndSave();
    server.saveAsOther(id, { fields: { title: '' }, content: 'theirs first ' });
    const merging = openEditorTab({ server, browser, timers, id, merge: ({ base, mine }) => ({ base, merged: mine }) });
    const { version, baseRevision } = tab.autosaver.draftBase();
    const origin = { kind: 'blog', userId: 1, subjectId: id, version, baseRevision, changedAt: 0 } as const;
    const record = { clientId: 'closed-tab', fields: { title: '' }, content: 'first mine ', ...origin };
    merging.autosaver.resume(record);
    merging.write(record);
    merging.autosaver.changed();
    await timers.advance(2_000);
    expect(merging.kind()).toBe('conflict');
    expect(getServerContent(id)).toBe('theirs first ');
  });

  it('does not occur after a letter that was typed and removed again, and nothing is sent', async () => {
    const id = await typeAndSave();
    server.saveAsOther(id, theirs);
    const calls = server.log.length;
    const before = tab.text();
    tab.type('x');
    tab.write(before);
    tab.autosaver.changed();
    await timers.advance(60_000);
    expect(server.log.length).toBe(calls);
    expect(tab.kind()).toBe('saved');
  });

  it('does not occur when both saved the same content', async () => {
    const id = await typeAndSave();
    server.saveAsOther(id, { fields: { title: '' }, content: 'first same' });
    tab.type('same');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('saved');
    expect(listLocalContents()).toEqual([]);
  });

  it('with a published post has the live post as the other version', async () => {
    const id = await typeAndSave();
    server.publish(id);
    tab.type('mine');
    await timers.advance(1_000);
    expect(getConflict(tab)?.theirs).toMatchObject({ version: 0, base_revision: 2 } satisfies Partial<
      DraftJson<Fields>
    >);
    const mine = tab.text();
    await tab.autosaver.resolve(mine, mine);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(server.drafts.get(id)).toMatchObject({ content: 'first mine', base_revision: 2 });
  });

  it('that changes while it is being resolved shows the newest version', async () => {
    const id = await createConflict();
    server.saveAsOther(id, { fields: { title: 'T' }, content: 'newer' });
    await expect(tab.autosaver.resolve(tab.text(), theirs)).rejects.toThrow('Someone changed it again');
    expect(getConflict(tab)?.theirs.content).toBe('newer');
    expect(getServerContent(id)).toBe('newer');
  });

  it('can be resolved again with the same versions after a lost response', async () => {
    const id = await createConflict();
    server.set('response-lost');
    const mine = tab.text();
    await expect(tab.autosaver.resolve(mine, theirs)).rejects.toThrow('No response');
    expect(tab.kind()).toBe('conflict');
    server.set('up');
    await tab.autosaver.resolve(mine, theirs);
    tab.write(theirs);
    tab.autosaver.changed();
    await tab.autosaver.saveNow();
    expect(getServerContent(id)).toBe('first theirs ');
    expect(server.hasText('first mine ')).toBe(true);
  });
});
