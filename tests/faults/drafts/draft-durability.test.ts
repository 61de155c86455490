import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type BrowserContext, errors, type Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { kill } from '../../support/faults/crash-process.ts';
import { type CrashScenario, createCrashScenario } from '../../support/faults/crash-scenario.ts';
import { chooseSize } from '../../support/random/size.ts';
import { waitForPaint } from '../../support/browser/wait-for-paint.ts';

/** How often each act happens; the seed chooses the order, the tab and the duration. */
const ACT_COUNTS = chooseSize(
  { type: 10, paragraph: 6, wait: 2, cut: 3, kill: 2, crash: 2 },
  { type: 16, paragraph: 8, wait: 4, cut: 4, kill: 4, crash: 4 },
);
type ActKind = keyof typeof ACT_COUNTS;
const seed = Number(process.env.FC_SEED) || Date.now() % 1_000_000;

let scenario: CrashScenario;
let postId: number;

beforeEach(async () => {
  scenario = await createCrashScenario();
  const created = await scenario.admin.call('POST', '/api/blogs', {
    title: 'Nothing is lost',
    content: '<p>start</p>',
  });
  postId = (created as { id: number }).id;
});

afterEach(() => scenario?.close());

/** An editor tab. */
type Tab = { page: Page; name: string; hasCrashed: boolean };

it(`every acknowledged edit survives random edits in two tabs, network failures and crashes (FC_SEED=${seed})`, async () => {
  const context = await scenario.openContext();
  const tabs: Tab[] = [await openTab(context, 'a'), await openTab(context, 'b')];
  const typed: string[] = [];
  for (const [at, act] of randomActs().entries()) {
    const tab = tabs[act.tab] as Tab;
    if (act.what === 'type' || act.what === 'paragraph') {
      const word = `${tab.name}${at}x${'q'.repeat(act.size)}`;
      if (await typeInto(tab.page, `${act.what === 'paragraph' ? '\n' : ' '}${word}`)) typed.push(word);
    } else if (act.what === 'cut') {
      scenario.network.disconnect();
      setTimeout(() => scenario.network.reconnect(), 100 + act.size * 60);
    } else if (act.what === 'kill') {
      await kill(scenario.server);
      await scenario.restart();
    } else if (act.what === 'crash') {
      // Tabs may share a process, so both may crash.
      for (const each of tabs) await waitForCopy(each.page);
      await crash(tab);
      for (const each of tabs) each.hasCrashed ||= !(await isAlive(each.page));
      for (const [index, each] of tabs.entries()) {
        if (each.hasCrashed) tabs[index] = await openTab(context, each.name);
      }
    } else {
      await sleep(act.size * 100);
    }
    await resolveConflict((tabs[act.tab] as Tab).page, act.size);
  }
  scenario.network.reconnect();
  for (const tab of tabs) await waitUntilSaved(tab.page);
  for (const { page } of tabs) await page.close({ runBeforeUnload: false });
  const storedContent = await readStoredContent();
  const lost = typed.filter((word) => !storedContent.includes(word));
  expect(lost).toEqual([]);
  // Words are not typed while a dialog is open.
  expect(typed.length).toBeGreaterThan((ACT_COUNTS.type + ACT_COUNTS.paragraph) / 4);
});

type Act = { what: ActKind; tab: number; size: number };

function randomActs(): Act[] {
  const all = Object.entries(ACT_COUNTS).flatMap(([what, times]) =>
    Array.from({ length: times }, () => what as ActKind),
  );
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
  const [acts = []] = fc.sample(
    shuffled.chain((each) => fc.tuple(...each.map((what) => createAct(what)))),
    { seed, numRuns: 1 },
  );
  return acts;
}

const createAct = (what: ActKind) => fc.record({ what: fc.constant(what), tab: fc.nat(1), size: fc.nat(12) });

const getEditor = (page: Page) => page.getByRole('textbox', { name: 'Content' });

async function openTab(context: BrowserContext, name: string): Promise<Tab> {
  const page = await context.newPage();
  const tab: Tab = { page, name, hasCrashed: false };
  page.on('crash', () => {
    tab.hasCrashed = true;
  });
  scenario.network.reconnect();
  await page.goto(`/edit-blog/${postId}`);
  await getEditor(page).waitFor();
  // Restores the local copies of crashed tabs before typing.
  while (await waitForRestoreOffer(page)) {
    await getRestoreButton(page).click();
    await waitUntilSaved(page);
  }
  return tab;
}

const getRestoreButton = (page: Page) => page.locator('.left-behind').getByRole('button', { name: 'Restore' }).first();

/** Whether a local copy is offered; waits while there is a copy that no tab has open. */
async function waitForRestoreOffer(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await getRestoreButton(page).isVisible()) return true;
    if (!(await page.evaluate(hasUnopenedCopy))) return false;
    await sleep(50);
  }
  throw new Error('The copy of a crashed tab is not offered.');
}

async function hasUnopenedCopy(): Promise<boolean> {
  // The screen creates the database; opening it here first would create it without its store.
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

/** False when its process has crashed. */
const isAlive = (page: Page) =>
  page
    .evaluate(() => true)
    .then(
      () => true,
      () => false,
    );

/** Types the text, or returns false when a dialog is open. */
async function typeInto(page: Page, text: string): Promise<boolean> {
  if (await page.locator('dialog[open]').isVisible()) return false;
  await getEditor(page).press('Control+End');
  await page.keyboard.type(text);
  return true;
}

/**
 * Resolves an open conflict, by the seed: merged, mine or theirs. While one is resolved, the other tab may save again, which
 * opens the next conflict in the same dialog: repeated until there is none.
 */
async function resolveConflict(page: Page, size: number): Promise<void> {
  const open = page.locator('.save-status').getByRole('button', { name: 'Compare versions' });
  const dialog = page.locator('dialog[open]');
  const choice = ['Save merged version', 'Keep this tab’s version', 'Keep the other tab’s version'][size % 3] as string;
  const timeout = 5_000;
  for (let tries = 0; tries < 20; tries += 1) {
    if (!(await open.isVisible())) return;
    scenario.network.reconnect();
    try {
      if (!(await dialog.isVisible())) await open.click({ timeout });
      await dialog.getByRole('button', { name: choice }).click({ timeout });
      await dialog.waitFor({ state: 'detached', timeout });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
  throw new Error(`The conflict stays open: ${(await dialog.allInnerTexts()).join(' ').slice(-300)}`);
}

/** Waits until the server has stored the draft. */
async function waitUntilSaved(page: Page): Promise<void> {
  await waitForPaint(page);
  for (let tries = 0; ; tries += 1) {
    const state = await page.locator('.save-status').getAttribute('data-state');
    if (state === 'saved') return;
    if (tries > 600) throw new Error(`The tab is still '${state}' after a minute.`);
    if (state === 'conflict') await resolveConflict(page, tries);
    if (state === 'offline' || state === 'failed') {
      await page
        .getByRole('button', { name: 'Retry' })
        .click({ timeout: 500 })
        .catch(() => undefined);
    }
    await sleep(100);
  }
}

/** Waits until the last word is in the local copy or on the server, since a crash loses everything else. */
async function waitForCopy(page: Page): Promise<void> {
  await waitForPaint(page);
  const text = (await getEditor(page).innerText()).replaceAll(/\s+/g, ' ').trim();
  const lastWord = text.slice(text.lastIndexOf(' ') + 1);
  for (let tries = 0; tries < 600; tries += 1) {
    const isSaved = (await page.locator('.save-status').getAttribute('data-state')) === 'saved';
    if (isSaved || (await page.evaluate(readLocalCopies)).includes(lastWord)) return;
    await sleep(50);
  }
  throw new Error(`'${lastWord}' is not in the browser's own copy after half a minute.`);
}

function readLocalCopies(): Promise<string> {
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

/** The contents of all revisions and drafts of posts in the database. */
async function readStoredContent(): Promise<string> {
  await kill(scenario.server, 'SIGTERM');
  const db = await openDatabase(`file:${join(scenario.directory, 'app.db')}`);
  const { rows } = await db.client.execute(
    "SELECT content FROM revisions WHERE kind = 'blog' UNION ALL SELECT content FROM drafts WHERE kind = 'blog'",
  );
  const check = await db.client.execute('PRAGMA integrity_check');
  db.client.close();
  expect(check.rows[0]?.[0]).toBe('ok');
  return rows.map((row) => String(row[0])).join('\n');
}
