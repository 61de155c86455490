import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForToast } from '../crud-steps.ts';
import { chooseSize } from '../../support/random/size.ts';
import { KEYBOARD } from '../input-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog } from '../site.ts';
import { selectRows } from '../subscriptions/shop.ts';
import {
  addQueue,
  endUndo,
  getComments,
  type Moderation,
  openReview,
  readOutcomes,
  removePublications,
  startModeration,
  whenOpen,
} from './moderation.ts';

const DECISIONS = chooseSize(16, 50);
const TITLES = Array.from({ length: DECISIONS }, (_, at) => `Work ${at + 1}`);

let moderation: Moderation;
let ids: Map<string, number>;
let reasons: string[];
beforeAll(async () => {
  moderation = await startModeration();
  await removePublications(moderation);
  ids = await addQueue(moderation, TITLES);
  const rows = await selectRows(moderation, 'SELECT text FROM rejection_reasons ORDER BY position');
  reasons = rows.map(({ text }) => String(text));
});
afterAll(() => moderation.close());

/** Holds a key down, so that it repeats: it acts once. */
async function hold(page: Page, key: string): Promise<void> {
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Types comments that replace what is there; Tab leaves the field, in which the keys are letters. */
async function typeComments(page: Page, text: string): Promise<void> {
  await KEYBOARD.write(page, getComments(page), text);
  await page.keyboard.press('Tab');
}

type Way = { decide: (page: Page, title: string) => Promise<void>; outcome: () => string };

/** The ways to decide by keys, and the outcome of each. */
const WAYS: Way[] = [
  { decide: (page) => hold(page, 'a'), outcome: () => 'APPROVED' },
  {
    async decide(page) {
      await page.keyboard.press('4');
      await hold(page, 'r');
    },
    outcome: () => `REJECTED: ${reasons[3]}`,
  },
  { decide: (page) => page.keyboard.press('a'), outcome: () => 'APPROVED' },
  {
    async decide(page) {
      for (const key of ['8', '1', '7', '1', '7']) await page.keyboard.press(key);
      await page.keyboard.press('c');
    },
    outcome: () => `CHANGES: ${reasons[7]}`,
  },
  {
    async decide(page) {
      await page.keyboard.press('2');
      await typeComments(page, 'Who took the photographs?');
      await page.keyboard.press('6');
      await page.keyboard.press('c');
    },
    outcome: () => `CHANGES: Who took the photographs?\n\n${reasons[5]}`,
  },
  {
    // Undone at once: it is open again, and decided otherwise.
    async decide(page, title) {
      await page.keyboard.press('a');
      await page.keyboard.press('z');
      await waitForToast(page, 'Undone. 1 publication is waiting for a review again.');
      await whenOpen(page, title);
      await page.keyboard.press('5');
      await page.keyboard.press('r');
    },
    outcome: () => `REJECTED: ${reasons[4]}`,
  },
  {
    // Without comments a dialog asks for them.
    async decide(page) {
      await page.keyboard.press('r');
      await getOpenDialog(page).getByRole('group', { name: 'Reasons' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('A dear book, and not for us.');
      await KEYBOARD.press(page, getOpenDialog(page).getByRole('button', { name: 'Reject Publication' }));
    },
    outcome: () => 'REJECTED: A dear book, and not for us.',
  },
  {
    // The reason without a text puts the focus into the comments.
    async decide(page) {
      await page.keyboard.press('9');
      await getComments(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('jaxrc');
      await page.keyboard.press('Tab');
      await page.keyboard.press('r');
    },
    outcome: () => 'REJECTED: jaxrc',
  },
];

test(`a shift of ${DECISIONS} decisions by keyboard alone: each is made once, and leaves once`, async () => {
  const waiting = [...TITLES];
  const expected: Record<string, string> = {};
  let current = 'Work 1';
  /** What opens after these are decided: the next one, else the first that was passed over. */
  const record = (titles: readonly string[], outcome: string) => {
    const next = waiting.slice(waiting.indexOf(current)).find((title) => !titles.includes(title));
    for (const title of titles) {
      expected[title] = outcome;
      waiting.splice(waiting.indexOf(title), 1);
    }
    current = next ?? waiting[0] ?? '';
  };
  const move = async (page: Page, key: 'j' | 'k') => {
    await page.keyboard.press(key);
    current = waiting[waiting.indexOf(current) + (key === 'j' ? 1 : -1)] ?? current;
    await whenOpen(page, current);
  };
  /** What is done between two decisions, by how many are made. */
  const interludes: Record<number, (page: Page) => Promise<void>> = {
    3: checkDetails,
    5: (page) => move(page, 'j'),
    7: turnKeysOffAndOn,
    9: async (page) => {
      for (const key of ['j', 'j', 'k'] as const) await move(page, key);
    },
    12: async (page) => {
      const chosen = [current];
      await page.keyboard.press('x');
      await move(page, 'j');
      chosen.push(current);
      await page.keyboard.press('x');
      await KEYBOARD.press(page, page.getByRole('button', { name: 'Approve Selected' }));
      await waitForToast(page, 'Approved 2 publications.');
      record(chosen, 'APPROVED');
      await whenOpen(page, current);
    },
  };

  await moderation.site.open({}, async (page) => {
    await signInAs(moderation.site, page);
    await openReview(page, ids.get(current) ?? 0);
    await page.getByRole('button', { name: 'Something else' }).waitFor();
    await whenOpen(page, current);
    for (let made = 0; waiting.length > 0; made += 1) {
      await interludes[DECISIONS - waiting.length]?.(page);
      const way = WAYS[made % WAYS.length] as Way;
      await way.decide(page, current);
      record([current], way.outcome());
      if (current) await whenOpen(page, current);
    }
    await page.getByRole('heading', { name: 'No Pending Reviews' }).waitFor();
    await expect.poll(() => page.getByText(`${DECISIONS} decided today`).count()).toBe(1);
  });

  await endUndo(moderation);
  expect(await readOutcomes(moderation)).toEqual(expected);
  const decided = await selectRows(
    moderation,
    `SELECT publication_id FROM publication_history
     WHERE move IN ('approve', 'reject', 'request_changes') AND NOT is_undone`,
  );
  expect(decided.map(({ publication_id: id }) => id).sort()).toEqual([...ids.values()].sort());
  const sent = moderation.receiver.deliveries.map(({ type, data }) => [data.publication_id, type, data.comments]);
  expect(new Map(sent.map(([id, ...rest]) => [id, rest]))).toEqual(
    new Map(TITLES.map((title) => [ids.get(title), toWebhook(expected[title] ?? '')])),
  );
  expect(sent).toHaveLength(DECISIONS);
});

/** Type and comments of the webhook that an outcome leads to. */
function toWebhook(outcome: string): [type: string, comments: string | null] {
  const [, status = '', comments = null] = /^(\w+)(?:: (.*))?$/s.exec(outcome) ?? [];
  const types: Record<string, string> = { APPROVED: 'approved', REJECTED: 'rejected', CHANGES: 'changes_requested' };
  return [`publication.${types[status]}`, comments];
}

async function checkDetails(page: Page): Promise<void> {
  const bio = page.getByText('Publication Info').locator('xpath=ancestor::details');
  const isOpen = () => bio.evaluate((details: HTMLDetailsElement) => details.open);
  await page.keyboard.press('d');
  await expect.poll(isOpen).toBe(true);
  await page.keyboard.press('d');
  await expect.poll(isOpen).toBe(false);
}

/** While they are off, a key that decides does nothing. */
async function turnKeysOffAndOn(page: Page): Promise<void> {
  await KEYBOARD.press(page, page.getByRole('button', { name: 'Turn keys off' }));
  await page.getByRole('button', { name: 'Turn keys on' }).waitFor();
  for (const key of ['a', '1', 'x', 'j']) await page.keyboard.press(key);
  expect(await page.getByRole('button', { pressed: true, name: /Advice/ }).count()).toBe(0);
  await KEYBOARD.press(page, page.getByRole('button', { name: 'Turn keys on' }));
  await page.getByRole('button', { name: 'Turn keys off' }).waitFor();
}
