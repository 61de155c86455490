import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { kill } from '../../support/faults/crash-process.ts';
import { type CrashScenario, createCrashScenario } from '../../support/faults/crash-scenario.ts';
import { waitForPaint } from '../../support/browser/wait-for-paint.ts';

/** What happens, and how often; in which order, in which tab and for how long is chosen by the seed. */
const ACTS = { type: 16, paragraph: 8, wait: 4, cut: 4, kill: 4, crash: 4 } as const;
type What = keyof typeof ACTS;
const seed = Number(process.env.FC_SEED) || Date.now() % 1_000_000;

let world: CrashScenario;
let postId: number;

beforeEach(async () => {
  world = await createCrashScenario();
  const made = await world.admin.call('POST', '/api/blogs', { title: 'Nothing is lost', content: '<p>start</p>' });
  postId = (made as { id: number }).id;
});

afterEach(() => world?.close());

/** A tab, and every word that was typed into it and not taken out again. */
type Tab = { page: Page; name: string; hasCrashed: boolean };

it(`every acknowledged edit survives random edits in two tabs, network failures and crashes (FC_SEED=${seed})`, async () => {
  const context = await world.openContext();
  const tabs: Tab[] = [await openTab(context, 'a'), await openTab(context, 'b')];
  const typed: string[] = [];
  for (const [at, act] of randomActs().entries()) {
    const tab = tabs[act.tab] as Tab;
    if (act.what === 'type' || act.what === 'paragraph') {
      const word = `${tab.name}${at}x${'q'.repeat(act.size)}`;
      if (await typeInto(tab.page, `${act.what === 'paragraph' ? '\n' : ' '}${word}`)) typed.push(word);
    } else if (act.what === 'cut') {
      world.network.disconnect();
      setTimeout(() => world.network.reconnect(), 100 + act.size * 60);
    } else if (act.what === 'kill') {
      await kill(world.server);
      await world.restart();
    } else if (act.what === 'crash') {
      // Tabs may share a process: the other one may die as well.
      for (const each of tabs) await waitForCopy(each.page);
      await crash(tab);
      for (const each of tabs) each.hasCrashed ||= !(await isAlive(each.page));
      for (const [index, each] of tabs.entries()) {
        if (each.hasCrashed) tabs[index] = await openTab(context, each.name);
      }
    } else {
      await sleep(act.size * 100);
    }
    await settleConflict((tabs[act.tab] as Tab).page, act.size);
  }
  world.network.reconnect();
  for (const tab of tabs) await settle(tab.page);
  for (const { page } of tabs) await page.close({ runBeforeUnload: false });
  const kept = await everythingKept();
  const lost = typed.filter((word) => !kept.includes(word));
  expect(lost).toEqual([]);
  // A dialog is in the way now and then.
  expect(typed.length).toBeGreaterThan((ACTS.type + ACTS.paragraph) / 4);
});

type Act = { what: What; tab: number; size: number };

function randomActs(): Act[] {
  const all = Object.entries(ACTS).flatMap(([what, times]) => Array.from({ length: times }, () => what as What));
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const [acts = []] = fc.sample(
    shuffled.chain((each) => fc.tuple(...each.map((what) => anAct(what)))),
    { seed, numRuns: 1 },
  );
  return acts;
}

const anAct = (what: What) => fc.record({ what: fc.constant(what), tab: fc.nat(1), size: fc.nat(12) });

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });

async function openTab(context: BrowserContext, name: string): Promise<Tab> {
  const page = await context.newPage();
  const tab: Tab = { page, name, hasCrashed: false };
  page.on('crash', () => {
    tab.hasCrashed = true;
  });
  world.network.reconnect();
  await page.goto(`/edit-blog/${postId}`);
  await editorOf(page).waitFor();
  // What a tab left behind that died is offered: a person takes it back before going on.
  while (await isOffered(page)) {
    await offerOf(page).click();
    await settle(page);
  }
  return tab;
}

const offerOf = (page: Page) => page.locator('.left-behind').getByRole('button', { name: 'Restore' }).first();

/** Whether something is offered back; waits as long as there is a copy that nobody has open. */
async function isOffered(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await offerOf(page).isVisible()) return true;
    if (!(await page.evaluate(isAnyLeftBehind))) return false;
    await sleep(50);
  }
  throw new Error('A copy of a tab that died is offered to nobody.');
}

async function isAnyLeftBehind(): Promise<boolean> {
  // The screen makes its place for copies as soon as it looks for them; nobody else may.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'drafts')) return true;
  const { held = [] } = await navigator.locks.query();
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const sessions = await new Promise<IDBValidKey[]>((resolve, reject) => {
    const reading = database.transaction('unsaved').objectStore('unsaved').getAllKeys();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => resolve(reading.result);
  });
  database.close();
  return sessions.some((session) => !held.some(({ name }) => name === `draft-${session}`));
}

/** False when its process is gone. */
const isAlive = (page: Page) =>
  page
    .evaluate(() => true)
    .then(
      () => true,
      () => false,
    );

/** False when a dialog is in the way: a person sees it, and types when it is gone. */
async function typeInto(page: Page, text: string): Promise<boolean> {
  if (await page.locator('dialog[open]').isVisible()) return false;
  await editorOf(page).press('Control+End');
  await page.keyboard.type(text);
  return true;
}

/** Somebody else saved in between: mine, theirs or both. */
async function settleConflict(page: Page, size: number): Promise<void> {
  const open = page.locator('.save-status').getByRole('button', { name: 'Compare and choose' });
  if (!(await open.isVisible())) return;
  world.network.reconnect();
  if (!(await page.locator('dialog[open]').isVisible())) await open.click();
  const choice = ['Save the merged text', 'Take mine', 'Take theirs'][size % 3] as string;
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
  await page
    .locator('dialog[open]')
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/** Waits until the server has all of it. */
async function settle(page: Page): Promise<void> {
  await waitForPaint(page);
  for (let tries = 0; ; tries += 1) {
    const state = await page.locator('.save-status').getAttribute('data-state');
    if (state === 'saved') return;
    if (tries > 600) throw new Error(`The tab is still '${state}' after a minute.`);
    if (state === 'conflict') await settleConflict(page, tries);
    if (state === 'offline' || state === 'failed') {
      await page
        .getByRole('button', { name: 'Retry' })
        .click({ timeout: 500 })
        .catch(() => undefined);
    }
    await sleep(100);
  }
}

/** What is typed is in the browser's own copy, or at the server, a moment later; a tab that dies leaves nothing else. */
async function waitForCopy(page: Page): Promise<void> {
  await waitForPaint(page);
  const text = (await editorOf(page).innerText()).replaceAll(/\s+/g, ' ').trim();
  const lastWord = text.slice(text.lastIndexOf(' ') + 1);
  for (let tries = 0; tries < 600; tries += 1) {
    const isSaved = (await page.locator('.save-status').getAttribute('data-state')) === 'saved';
    if (isSaved || (await page.evaluate(copiesOfBrowser)).includes(lastWord)) return;
    await sleep(50);
  }
  throw new Error(`'${lastWord}' is not in the browser's own copy after half a minute.`);
}

function copiesOfBrowser(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('unsaved').objectStore('unsaved').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(JSON.stringify(reading.result));
      };
    };
  });
}

async function crash(tab: Tab): Promise<void> {
  await tab.page.goto('chrome://crash').catch(() => undefined);
  for (let tries = 0; !tab.hasCrashed && tries < 50; tries += 1) await sleep(50);
  tab.hasCrashed = true;
  await tab.page.close({ runBeforeUnload: false }).catch(() => undefined);
}

/** What the database holds of the post, in one text. */
async function everythingKept(): Promise<string> {
  await kill(world.server, 'SIGTERM');
  const db = await openDatabase(`file:${join(world.directory, 'app.db')}`);
  const { rows } = await db.client.execute(
    "SELECT content FROM revisions WHERE kind = 'blog' UNION ALL SELECT content FROM drafts WHERE kind = 'blog'",
  );
  const check = await db.client.execute('PRAGMA integrity_check');
  db.client.close();
  expect(check.rows[0]?.[0]).toBe('ok');
  return rows.map((row) => String(row[0])).join('\n');
}
