import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { searchContent } from '#api/features/search/search.service.ts';
import { listJobs } from '#api/publishing/queue/job-queue.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { writeNextVersion, publishWork, withdrawWork } from '../../support/openshelf/works.ts';
import { chooseSize } from '../../support/random/size.ts';
import { CRASH_PHASES, crashWhilePublishing } from '../../support/site/crash-site.ts';
import { readTexts } from '../../support/site/expect-site.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../../support/site/test-site.ts';

const RUNS = chooseSize(3, 8);
const WORKS = 30;

type Work = { id: number; slug: string; marker: string | null };
/** The works that were on the shelf; `marker` is a word of the version that is on it, null for a withdrawn work. */
type Model = { site: TestSite; works: Map<number, Work>; serial: number };

const id = fc.integer({ min: 1, max: WORKS });
const category = fc.constantFrom([1, null], [1, 9], [1, 13], [2, 15]) as fc.Arbitrary<[number, number | null]>;
/** Of each command: what follows. The site is compared, the next command comes first, or the server is killed in a phase. */
const next = fc.oneof(
  { weight: 2, arbitrary: fc.constant('compare' as const) },
  { weight: 2, arbitrary: fc.constant('continue' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...CRASH_PHASES) },
);
const commands = fc.array(
  fc.record({
    command: fc.oneof(
      { weight: 5, arbitrary: fc.record({ publish: fc.uniqueArray(id, { minLength: 1, maxLength: 14 }), category }) },
      { weight: 3, arbitrary: fc.record({ withdraw: id }) },
      { weight: 1, arbitrary: fc.record({ revise: id }) },
      { weight: 1, arbitrary: fc.record({ delete: id }) },
      { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
    ),
    next,
  }),
  { minLength: 4, maxLength: 10 },
);
type Command = typeof commands extends fc.Arbitrary<{ command: infer Each }[]> ? Each : never;

async function apply(model: Model, command: Command): Promise<void> {
  const { site, works } = model;
  site.clock.advance(1_000);
  if ('publish' in command) {
    const [categoryId, subcategoryId] = command.category;
    for (const each of command.publish) {
      model.serial += 1;
      const marker = `zq${model.serial}qz`;
      const slug = `work-${each}`;
      await publishWork(site, each, slug, { title: `A note on ${marker}`, categoryId, subcategoryId });
      works.set(each, { id: each, slug, marker });
    }
  } else if ('withdraw' in command) {
    const work = works.get(command.withdraw);
    if (!work) return;
    await withdrawWork(site, work.id);
    work.marker = null;
  } else if ('revise' in command) {
    const work = works.get(command.revise);
    if (work) await writeNextVersion(site, work.id, work.slug, { title: 'A draft: zq0qz', categoryId: 3 });
  } else if ('delete' in command) {
    const { id: deleted } = works.get(command.delete) ?? {};
    if (deleted === undefined) return;
    await write(site.db, [
      site.db.orm.delete(publications).where(sql`${publications.id} = ${deleted}`),
      enqueuePublishStatement(site.db, { kind: 'publication', id: deleted, reason: 'Deleted', now: 0 }),
    ]);
    site.publisher.wake();
    works.delete(deleted);
  } else await site.restart();
}

async function expectShelfMatchesModel({ site, works, serial }: Model): Promise<void> {
  await site.publisher.whenIdle();
  expect((await listJobs(site.db, 1_000)).filter(({ status }) => status !== 'live')).toEqual([]);
  for (let each = 1; each <= WORKS; each += 1) {
    const work = works.get(each);
    const expected = work ? (work.marker === null ? 410 : 200) : 302;
    expect([each, (await site.get(`/openshelf/work-${each}`)).status]).toEqual([each, expected]);
  }
  const shown = new Set([...works.values()].map(({ marker }) => marker));
  for (const { path, hash, contentType } of site.manifest.entries()) {
    if (hash === null || !/openshelf|sitemap/.test(path)) continue;
    const { markers } = await readTexts(site, { hash, contentType });
    expect([path, markers.filter((marker) => !shown.has(marker))]).toEqual([path, []]);
  }
  for (let each = 0; each <= serial; each += 1) {
    const { results } = await searchContent(site.deps, { q: `zq${each}qz` });
    expect([each, results.length]).toEqual([each, shown.has(`zq${each}qz`) ? 1 : 0]);
  }
  expect(site.live()).toEqual(await site.fullBuild());
}

it('after any sequence of changes and crashes the shelf equals a full build, and shows only what is on it', async () => {
  const property = fc.asyncProperty(commands, async (history) => {
    const model: Model = { site: await createTestSite({}, copyEmptySite), works: new Map(), serial: 0 };
    try {
      await model.site.publisher.start();
      for (const { command, next } of history) {
        if (next === 'compare' || next === 'continue') await apply(model, command);
        else model.site = await crashWhilePublishing(model.site, next, () => apply(model, command));
        if (next === 'compare') await expectShelfMatchesModel(model);
      }
      await expectShelfMatchesModel(model);
    } finally {
      await model.site.close();
    }
  });
  // A failure prints seed and path: pass them as `{ seed, path }` to run it again.
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false });
});
