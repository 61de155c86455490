import { beforeEach, describe, expect, it } from 'vitest';
import {
  createFakeLocalStore,
  createFakeServer,
  createTimers,
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

const getServerContent = (id: number) => server.drafts.get(id)?.content;
const listLocalContents = () => [...browser.records.values()].map(({ content }) => content);
const reopen = (id: number | null) => openEditorTab({ server, browser, timers, id });

async function typeAndSave(words = 'first '): Promise<number> {
  tab.type(words);
  await timers.advance(1_000);
  return tab.id() as number;
}

describe('debounce', () => {
  it('saves nothing while nothing is typed', async () => {
    await timers.advance(60_000);
    expect(server.log).toEqual([]);
    expect(tab.kind()).toBe('saved');
  });

  it('creates the post one second after the first change, and reports each state', async () => {
    tab.type('tea');
    expect(tab.kind()).toBe('waiting');
    await timers.advance(999);
    expect(server.log).toEqual([]);
    await timers.advance(1);
    expect(server.log).toEqual(['create tea']);
    expect(tab.states).toEqual(['waiting', 'saving', 'saved']);
    expect(tab.autosaver.draftBase()).toMatchObject({ id: 1, version: 1, baseRevision: 1 });
  });

  it('saves at least every five seconds during continuous typing', async () => {
    const id = await typeAndSave();
    for (let stroke = 0; stroke < 24; stroke += 1) {
      tab.type('a');
      await timers.advance(500);
    }
    expect(server.log.filter((line) => line.startsWith('save')).length).toBe(2);
    expect(getServerContent(id)).toMatch(/a{20}/);
  });

  it('sends one save at a time, and then saves what was typed meanwhile', async () => {
    const id = await typeAndSave();
    tab.type('one ');
    const first = tab.autosaver.saveNow();
    tab.type('two ');
    await Promise.all([first, tab.autosaver.saveNow()]);
    expect(server.log.slice(1)).toEqual(['save first one ', 'save first one two ']);
    expect(getServerContent(id)).toBe('first one two ');
    expect(tab.kind()).toBe('saved');
  });
});

describe('the local backup', () => {
  it('is stored at once, and deleted when the server has saved', async () => {
    await typeAndSave();
    tab.type('unsent');
    await timers.advance(0);
    expect(listLocalContents()).toEqual(['first unsent']);
    await timers.advance(1_000);
    expect(listLocalContents()).toEqual([]);
  });

  it('stays when something was typed during the save', async () => {
    await typeAndSave();
    tab.type('one ');
    const saving = tab.autosaver.saveNow();
    tab.type('two');
    await saving;
    await timers.advance(0);
    expect(listLocalContents()).toEqual(['first one two']);
  });

  it('reports when the browser storage is full, and when it is not any more', async () => {
    browser.setFull(true);
    tab.type('tea');
    await timers.advance(0);
    expect(tab.autosaver.state().backupError).toBe('This browser has no room left.');
    browser.setFull(false);
    tab.type(' time');
    await timers.advance(0);
    expect(tab.autosaver.state().backupError).toBeNull();
  });

  it('is separate for each tab', async () => {
    const id = await typeAndSave();
    const other = reopen(id);
    server.set('request-lost');
    tab.type('mine');
    other.type('yours');
    await timers.advance(2_000);
    expect(listLocalContents().sort()).toEqual(['first mine', 'first yours']);
  });

  it('is resumed with its client id: a lost response creates no second post', async () => {
    server.set('response-lost');
    tab.type('tea');
    await timers.advance(1_000);
    tab.autosaver.stop();
    const [record] = browser.records.values();
    server.set('up');
    const next = reopen(null);
    next.autosaver.resume(record as NonNullable<typeof record>);
    next.type('tea, restored');
    await timers.advance(1_000);
    expect(next.id()).toBe(1);
    expect(getServerContent(1)).toBe('tea, restored');
    expect(server.drafts.size).toBe(1);
  });
});

describe('failures', () => {
  it('are retried with exponential backoff, and at once on retry()', async () => {
    const id = await typeAndSave();
    server.set('request-lost');
    tab.type('x');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('failed');
    await timers.advance(14_000); // after 2, 4 and 8 seconds
    expect(server.log.length).toBe(1); // nothing arrived
    server.set('up');
    await tab.autosaver.retry();
    expect(getServerContent(id)).toBe('first x');
    expect(tab.kind()).toBe('saved');
  });

  it('are retried until they succeed', async () => {
    const id = await typeAndSave();
    server.set('server-error');
    tab.type('x');
    await timers.advance(5_000);
    expect(tab.autosaver.state().save).toEqual({ kind: 'failed', reason: 'Something went wrong.' });
    server.set('up');
    await timers.advance(60_000);
    expect(getServerContent(id)).toBe('first x');
  });

  it('have the state offline when the browser is offline', async () => {
    tab = openEditorTab({ server, browser, timers, isOnline: () => false });
    server.set('request-lost');
    tab.type('x');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('offline');
    expect(listLocalContents()).toEqual(['x']);
  });

  it('by a lost response save nothing twice', async () => {
    const id = await typeAndSave();
    server.set('response-lost');
    tab.type('x');
    await timers.advance(1_000);
    server.set('up');
    tab.type('y');
    await timers.advance(10_000);
    expect(getServerContent(id)).toBe('first xy');
    expect(tab.kind()).toBe('saved');
  });

  it('by an expired session keep the text, which is saved after signing in', async () => {
    const id = await typeAndSave();
    server.set('signed-out');
    tab.type('x');
    await timers.advance(600_000);
    expect(tab.kind()).toBe('ended');
    tab.type('y');
    await timers.advance(0);
    expect(listLocalContents()).toEqual(['first xy']);
    await expect(tab.autosaver.saveNow()).rejects.toThrow('Your session has ended.');
    server.set('up');
    await tab.autosaver.onSignIn(true);
    expect(getServerContent(id)).toBe('first xy');
    expect(listLocalContents()).toEqual([]);
  });

  it('of a page older than the site are shown, and keep the text in the browser', async () => {
    await typeAndSave();
    server.set('newer-build');
    tab.type('x');
    await timers.advance(600_000);
    expect(tab.autosaver.state().save).toEqual({ kind: 'failed', reason: 'This page is older than the site.' });
    tab.type('y');
    await timers.advance(600_000);
    expect(listLocalContents()).toEqual(['first xy']);
    expect(tab.autosaver.isDirty()).toBe(true);
  });

  it('by another user signing in: the text waits until its author signs in', async () => {
    const id = await typeAndSave();
    await tab.autosaver.onSignIn(false);
    expect(tab.kind()).toBe('ended');
    tab.type('x');
    await timers.advance(60_000);
    expect(getServerContent(id)).toBe('first ');
    expect(listLocalContents()).toEqual(['first x']);
    await tab.autosaver.onSignIn(true);
    expect(getServerContent(id)).toBe('first x');
    expect(tab.kind()).toBe('saved');
  });

  it('by a deleted post keep the text, which can be saved as a new post', async () => {
    const id = await typeAndSave();
    server.remove(id);
    tab.type('x');
    await timers.advance(60_000);
    expect(tab.kind()).toBe('gone');
    expect(listLocalContents()).toEqual(['first x']);
    await tab.autosaver.saveAsNew();
    expect(getServerContent(tab.id() as number)).toBe('first x');
    expect(listLocalContents()).toEqual([]);
  });
});

describe('publishing', () => {
  const publishing = (id: number) =>
    tab.autosaver.publish(async () => {
      await new Promise<void>((resolve) => timers.clock.setTimer(resolve, 5_000));
      server.publish(id);
      return { revision: 2, updatedAt: 'published' };
    });

  it('is followed by a save of what was typed meanwhile, based on the published revision', async () => {
    const id = await typeAndSave();
    const published = publishing(id);
    await timers.settle();
    tab.type('meanwhile');
    await timers.advance(4_000);
    expect(server.log).toEqual(['create first ']);
    expect(listLocalContents()).toEqual(['first meanwhile']);
    await timers.advance(1_000);
    await published;
    await timers.advance(1_000);
    expect(getServerContent(id)).toBe('first meanwhile');
    expect(tab.autosaver.draftBase()).toMatchObject({ baseRevision: 2 });
    expect(tab.kind()).toBe('saved');
    expect(listLocalContents()).toEqual([]);
  });

  it('that fails changes nothing', async () => {
    const id = await typeAndSave();
    const before = tab.autosaver.state().save;
    await expect(tab.autosaver.publish(() => Promise.reject(new Error('Not today.')))).rejects.toThrow('Not today.');
    expect(tab.autosaver.state().save).toEqual(before);
    tab.type('x');
    await timers.advance(1_000);
    expect(getServerContent(id)).toBe('first x');
  });
});

describe('page hide', () => {
  it('sends a last request within the size limit, and keeps the local backup', async () => {
    const id = await typeAndSave();
    tab.type('last words');
    tab.autosaver.flushOnPageHide();
    await timers.settle();
    expect(getServerContent(id)).toBe('first last words');
    expect(listLocalContents()).toEqual(['first last words']);
  });

  it('keeps only the local backup of what is too large', async () => {
    const id = await typeAndSave();
    tab.type('ā'.repeat(40_000));
    tab.autosaver.flushOnPageHide();
    await timers.settle();
    expect(getServerContent(id)).toBe('first ');
    expect(listLocalContents()[0]).toContain('āāā');
  });
});
