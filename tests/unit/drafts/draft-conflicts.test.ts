import { beforeEach, describe, expect, it } from 'vitest';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { getConflictingDraft } from '#src/features/drafts/autosave/save-error.ts';
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
      server,
      browser,
      timers,
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
    const live = { ...theirs, version, base_revision: 2, updated_at: 'live', user: null };
    expect(await tab.autosaver.mergeTheirs(live)).toBe(false);
    expect(getConflict(tab)).toMatchObject({ base: null, theirs });
  });

  describe('who publishes over what another published', () => {
    const merge = (versions: Parameters<typeof mergeDrafts<Fields>>[0]) => mergeDrafts(versions, LINES);
    const LIVE = 'The kettle was cold.\nThe rain came.\n';
    /** Publishes as the screen does: after a refusal what the other changed is merged, and it is tried once more. */
    async function publish(of: EditorTab): Promise<boolean> {
      await of.autosaver.saveNow();
      try {
        await of.autosaver.publish(server.publishVersion);
        return true;
      } catch (error) {
        const other = getConflictingDraft<Fields>(error);
        if (!other || !(await of.autosaver.mergeTheirs(other))) return false;
        await of.autosaver.saveNow();
        await of.autosaver.publish(server.publishVersion);
        return true;
      }
    }
    /** A live post with a draft in which the first paragraph was changed. */
    async function openChanged(content = 'The kettle was warm.\nThe rain came.\n') {
      const id = await typeAndSave(LIVE);
      server.publish(id);
      server.saveAsOther(id, { fields: { title: 'live' }, content: LIVE });
      const published = { fields: { title: 'live' }, content: LIVE };
      const editor = openEditorTab({ server, browser, timers, id, merge, published });
      editor.write({ fields: { title: 'live' }, content });
      editor.autosaver.changed();
      await editor.autosaver.saveNow();
      return { id, editor };
    }

    it('takes over what another editor published of the same draft, and is not asked', async () => {
      const { id, editor } = await openChanged();
      const draft = server.drafts.get(id)?.content ?? '';
      server.saveAsOther(id, { fields: { title: 'live' }, content: draft.replace('came', 'stayed') });
      server.publish(id);
      const refusal = await editor.autosaver.publish(server.publishVersion).catch((error: unknown) => error);
      const live = getConflictingDraft<Fields>(refusal) as DraftJson<Fields>;
      expect(await editor.autosaver.mergeTheirs(live)).toBe(true);
      expect(editor.text().content).toBe('The kettle was warm.\nThe rain stayed.\n');
      await editor.autosaver.saveNow();
      expect(editor.autosaver.draftBase()).toMatchObject({ version: 0, baseRevision: live.base_revision });
      expect(editor.kind()).toBe('saved');
    });

    it('publishes both changes where the live post was changed beside the draft', async () => {
      const { id, editor } = await openChanged();
      server.changeLive(id, LIVE.replace('came', 'stayed'));
      expect(await publish(editor)).toBe(true);
      expect(server.getLive(id)).toBe('The kettle was warm.\nThe rain stayed.\n');
      expect(editor.kind()).toBe('saved');
    });

    it('saves the draft again where the live post has all that it changed', async () => {
      const { id, editor } = await openChanged();
      server.changeLive(id, 'The kettle was warm.\nThe rain came.\nNews.\n');
      expect(await publish(editor)).toBe(true);
      expect(server.getLive(id)).toBe('The kettle was warm.\nThe rain came.\nNews.\n');
    });

    it('is asked where both changed the same paragraph', async () => {
      const { id, editor } = await openChanged();
      server.changeLive(id, LIVE.replace('cold', 'blue'));
      expect(await publish(editor)).toBe(false);
      expect(getConflict(editor)?.base?.content).toBe(LIVE);
      expect(server.getLive(id)).toContain('blue');
    });
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
