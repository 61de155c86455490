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

const contentOf = (id: number) => server.drafts.get(id)?.content;
const kept = () => [...browser.records.values()].map(({ content }) => content);
const reopen = (id: number | null) => openEditorTab({ server, browser, timers, id });

async function saved(words = 'first '): Promise<number> {
  tab.type(words);
  await timers.advance(1_000);
  return tab.id() as number;
}

describe('the rhythm', () => {
  it('writes nothing as long as nothing is typed', async () => {
    await timers.advance(60_000);
    expect(server.log).toEqual([]);
    expect(tab.kind()).toBe('saved');
  });

  it('makes the post with the first change, a second after it, and says what it does', async () => {
    tab.type('tea');
    expect(tab.kind()).toBe('waiting');
    await timers.advance(999);
    expect(server.log).toEqual([]);
    await timers.advance(1);
    expect(server.log).toEqual(['create tea']);
    expect(tab.states).toEqual(['waiting', 'saving', 'saved']);
    expect(tab.autosaver.draftBase()).toMatchObject({ id: 1, version: 1, baseRevision: 1 });
  });

  it('saves at least every five seconds while somebody types without a pause', async () => {
    const id = await saved();
    for (let stroke = 0; stroke < 24; stroke += 1) {
      tab.type('a');
      await timers.advance(500);
    }
    expect(server.log.filter((line) => line.startsWith('save')).length).toBe(2);
    expect(contentOf(id)).toMatch(/a{20}/);
  });

  it('has one save under way at a time, and saves what was typed meanwhile', async () => {
    const id = await saved();
    tab.type('one ');
    const first = tab.autosaver.saveNow();
    tab.type('two ');
    await Promise.all([first, tab.autosaver.saveNow()]);
    expect(server.log.slice(1)).toEqual(['save first one ', 'save first one two ']);
    expect(contentOf(id)).toBe('first one two ');
    expect(tab.kind()).toBe('saved');
  });
});

describe('the copy in the browser', () => {
  it('is there at once, and goes when the server has it', async () => {
    await saved();
    tab.type('unsent');
    await timers.advance(0);
    expect(kept()).toEqual(['first unsent']);
    await timers.advance(1_000);
    expect(kept()).toEqual([]);
  });

  it('stays when something was typed while the server answered', async () => {
    await saved();
    tab.type('one ');
    const saving = tab.autosaver.saveNow();
    tab.type('two');
    await saving;
    await timers.advance(0);
    expect(kept()).toEqual(['first one two']);
  });

  it('is told when there is no room for it, and when there is again', async () => {
    browser.setFull(true);
    tab.type('tea');
    await timers.advance(0);
    expect(tab.autosaver.state().backupError).toBe('This browser has no room left.');
    browser.setFull(false);
    tab.type(' time');
    await timers.advance(0);
    expect(tab.autosaver.state().backupError).toBeNull();
  });

  it('is one for each tab', async () => {
    const id = await saved();
    const other = reopen(id);
    server.set('request-lost');
    tab.type('mine');
    other.type('yours');
    await timers.advance(2_000);
    expect(kept().sort()).toEqual(['first mine', 'first yours']);
  });

  it('goes on as the editor that it was made by: an answer that was lost makes no second post', async () => {
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
    expect(contentOf(1)).toBe('tea, restored');
    expect(server.drafts.size).toBe(1);
  });
});

describe('failures', () => {
  it('are tried again with growing pauses, and at once when the network is back', async () => {
    const id = await saved();
    server.set('request-lost');
    tab.type('x');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('failed');
    await timers.advance(14_000); // after 2, 4 and 8 seconds
    expect(server.log.length).toBe(1); // nothing arrived
    server.set('up');
    await tab.autosaver.retry();
    expect(contentOf(id)).toBe('first x');
    expect(tab.kind()).toBe('saved');
  });

  it('heal by themselves', async () => {
    const id = await saved();
    server.set('server-error');
    tab.type('x');
    await timers.advance(5_000);
    expect(tab.autosaver.state().save).toEqual({ kind: 'failed', reason: 'Something went wrong.' });
    server.set('up');
    await timers.advance(60_000);
    expect(contentOf(id)).toBe('first x');
  });

  it('say offline when the browser is', async () => {
    tab = openEditorTab({ server, browser, timers, isOnline: () => false });
    server.set('request-lost');
    tab.type('x');
    await timers.advance(1_000);
    expect(tab.kind()).toBe('offline');
    expect(kept()).toEqual(['x']);
  });

  it('of an answer that is lost write nothing twice', async () => {
    const id = await saved();
    server.set('response-lost');
    tab.type('x');
    await timers.advance(1_000);
    server.set('up');
    tab.type('y');
    await timers.advance(10_000);
    expect(contentOf(id)).toBe('first xy');
    expect(tab.kind()).toBe('saved');
  });

  it('of the session keep the text, and go on after signing in', async () => {
    const id = await saved();
    server.set('signed-out');
    tab.type('x');
    await timers.advance(600_000);
    expect(tab.kind()).toBe('ended');
    tab.type('y');
    await timers.advance(0);
    expect(kept()).toEqual(['first xy']);
    await expect(tab.autosaver.saveNow()).rejects.toThrow('Your session has ended.');
    server.set('up');
    await tab.autosaver.onSignIn(true);
    expect(contentOf(id)).toBe('first xy');
    expect(kept()).toEqual([]);
  });

  it('of a page that is older than the site are shown, and keep the text in the browser', async () => {
    await saved();
    server.set('newer-build');
    tab.type('x');
    await timers.advance(600_000);
    expect(tab.autosaver.state().save).toEqual({ kind: 'failed', reason: 'This page is older than the site.' });
    tab.type('y');
    await timers.advance(600_000);
    expect(kept()).toEqual(['first xy']);
    expect(tab.autosaver.isDirty()).toBe(true);
  });

  it('of the session: what one person typed waits for that person, whoever else signs in', async () => {
    const id = await saved();
    await tab.autosaver.onSignIn(false);
    expect(tab.kind()).toBe('ended');
    tab.type('x');
    await timers.advance(60_000);
    expect(contentOf(id)).toBe('first ');
    expect(kept()).toEqual(['first x']);
    await tab.autosaver.onSignIn(true);
    expect(contentOf(id)).toBe('first x');
    expect(tab.kind()).toBe('saved');
  });

  it('of a post that was deleted keep the text, which can become a new one', async () => {
    const id = await saved();
    server.remove(id);
    tab.type('x');
    await timers.advance(60_000);
    expect(tab.kind()).toBe('gone');
    expect(kept()).toEqual(['first x']);
    await tab.autosaver.saveAsNew();
    expect(contentOf(tab.id() as number)).toBe('first x');
    expect(kept()).toEqual([]);
  });
});

describe('publishing', () => {
  const publishing = (id: number) =>
    tab.autosaver.publish(async () => {
      await new Promise<void>((resolve) => timers.clock.setTimer(resolve, 5_000));
      server.publish(id);
      return { revision: 2, updatedAt: 'published' };
    });

  it('saves what is typed meanwhile after it, on top of what was published', async () => {
    const id = await saved();
    const published = publishing(id);
    await timers.settle();
    tab.type('meanwhile');
    await timers.advance(4_000);
    expect(server.log).toEqual(['create first ']);
    expect(kept()).toEqual(['first meanwhile']);
    await timers.advance(1_000);
    await published;
    await timers.advance(1_000);
    expect(contentOf(id)).toBe('first meanwhile');
    expect(tab.autosaver.draftBase()).toMatchObject({ baseRevision: 2 });
    expect(tab.kind()).toBe('saved');
    expect(kept()).toEqual([]);
  });

  it('that fails leaves everything as it was', async () => {
    const id = await saved();
    const before = tab.autosaver.state().save;
    await expect(tab.autosaver.publish(() => Promise.reject(new Error('Not today.')))).rejects.toThrow('Not today.');
    expect(tab.autosaver.state().save).toEqual(before);
    tab.type('x');
    await timers.advance(1_000);
    expect(contentOf(id)).toBe('first x');
  });
});

describe('leaving', () => {
  it('sends what fits into a last call, and keeps a copy', async () => {
    const id = await saved();
    tab.type('last words');
    tab.autosaver.flushOnPageHide();
    await timers.settle();
    expect(contentOf(id)).toBe('first last words');
    expect(kept()).toEqual(['first last words']);
  });

  it('keeps a copy only, of what is too large', async () => {
    const id = await saved();
    tab.type('ā'.repeat(40_000));
    tab.autosaver.flushOnPageHide();
    await timers.settle();
    expect(contentOf(id)).toBe('first ');
    expect(kept()[0]).toContain('āāā');
  });
});
