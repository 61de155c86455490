import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepWorst, type LoopPause, LoopWatch, runAs } from '#api/loop-watch.ts';

const NOW = Date.parse('2026-11-20T14:02:00Z');
let watch: LoopWatch;
beforeEach(() => {
  watch = new LoopWatch({ clock: { now: () => NOW } });
  watch.start();
});
afterEach(() => watch.stop());

/** Holds the thread; the watch itself measures real time. */
function hold(milliseconds = 320): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
const waitForPauses = (count: number) => expect.poll(() => watch.listPauses().length).toBe(count);
const listWorks = () => watch.listPauses().map(({ work }) => work);

it('A pause of the event loop is kept with its time, its length and the name of what ran', async () => {
  await sleep(60);
  runAs('imports', () => hold());
  await waitForPauses(1);
  const [pause] = watch.listPauses();
  expect(pause).toMatchObject({ work: 'imports' });
  expect(pause?.milliseconds).toBeGreaterThan(200);
  expect(pause?.at).toBeLessThan(NOW);
});

it('What goes on after a wait for a timer, a thread or the disk has the name of what began it, not of what began last', async () => {
  const isOver = runAs('backups', async () => {
    await sleep(120);
    hold();
  });
  runAs('pages', () => undefined);
  await isOver;
  await waitForPauses(1);
  expect(listWorks()).toEqual(['backups']);
});

it('Of several works in one pause the one that took most is named', async () => {
  await sleep(60);
  runAs('mail', () => hold(40));
  runAs('GET /api/blogs/:id', () => hold(300));
  runAs('pages', () => hold(40));
  await waitForPauses(1);
  expect(listWorks()).toEqual(['GET /api/blogs/:id']);
});

it('Work without a name is reported as such, not under the name of what ran before', async () => {
  runAs('pages', () => undefined);
  await turn();
  setTimeout(() => hold(), 60);
  await waitForPauses(1);
  expect(listWorks()).toEqual([null]);
});

it('Short work is no pause, however much of it there is', async () => {
  for (let count = 0; count < 40; count += 1) {
    runAs('pages', () => hold(10));
    await turn();
  }
  await sleep(60);
  expect(watch.listPauses()).toEqual([]);
});

it('Of each day the worst five pauses are kept, for seven days', () => {
  const add = (pauses: LoopPause[], day: number, milliseconds: number) =>
    keepWorst(pauses, { at: NOW + day * 86_400_000, milliseconds, busyMilliseconds: 0, work: null });
  const lengths = [210, 270, 220, 260, 230, 250, 240];
  const first = lengths.reduce((pauses, length) => add(pauses, 0, length), [] as LoopPause[]);
  expect(first.map(({ milliseconds }) => milliseconds)).toEqual([270, 260, 250, 240, 230]);
  expect(add(first, 6, 300)).toHaveLength(6);
  expect(add(first, 7, 300)).toHaveLength(1);
});
