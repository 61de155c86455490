import fc from 'fast-check';
import { CRASH_PHASES } from './crash-site.ts';
import type { ContentModel } from './content-model.ts';

/** One change of the content; `apply` throws on a difference. */
class ContentCommand implements fc.AsyncCommand<ContentModel, ContentModel> {
  readonly name: string;
  readonly apply: (model: ContentModel) => Promise<void>;
  readonly settles: boolean;

  constructor(name: string, apply: (model: ContentModel) => Promise<void>, settles = true) {
    this.name = name;
    this.apply = apply;
    this.settles = settles;
  }

  check(): boolean {
    return true;
  }

  async run(model: ContentModel): Promise<void> {
    await this.apply(model);
    if (this.settles) await model.settle();
  }

  toString(): string {
    return this.name;
  }
}

const MINUTE_MS = 60_000;
const index = fc.nat({ max: 20 });
const bits = fc.nat({ max: 7 });
const status = fc.constantFrom('draft', 'published', 'archived') as fc.Arbitrary<'draft' | 'published' | 'archived'>;
const newPost = fc.oneof(
  fc.record({ status, inHours: fc.constant(null), categories: bits }),
  // Scheduled, or dated back.
  fc.record({
    status: fc.constant('published' as const),
    inHours: fc.integer({ min: -200, max: 60 }),
    categories: bits,
  }),
);
const edit = fc.record(
  { status, slug: fc.constantFrom('new' as const, 'old' as const), categories: bits },
  { requiredKeys: [] },
);
const partKind = fc.constantFrom(
  'settings' as const,
  'navigation' as const,
  'page' as const,
  'page' as const,
  'product' as const,
);
/** True: compare the site at once; false: run the next command first. */
const settles = fc.boolean();

const create = fc
  .tuple(newPost, settles)
  .map(
    ([post, wait]) =>
      new ContentCommand(`create ${fc.stringify(post)}${wait ? '' : ' …'}`, (m) => m.createPost(post), wait),
  );

/** What the owner does with settings, menus and pages. */
const sitePartCommands = [
  fc
    .tuple(partKind, index)
    .map(([kind, n]) => new ContentCommand(`draft of ${kind} ${n}`, (m) => m.parts.write(m.site, kind, n))),
  fc.tuple(partKind, index, settles).map(
    ([kind, n, wait]) =>
      new ContentCommand(
        `publish ${kind} ${n}${wait ? '' : ' …'}`,
        async (m) => {
          await m.parts.write(m.site, kind, n);
          await m.parts.publish(m.site);
        },
        wait,
      ),
  ),
  index.map(
    (n) =>
      new ContentCommand(`move page ${n}`, async (m) => {
        await m.parts.write(m.site, 'page', n, true);
        await m.parts.publish(m.site);
      }),
  ),
  fc
    .tuple(index, settles)
    .map(
      ([n, wait]) => new ContentCommand(`copy page ${n}${wait ? '' : ' …'}`, (m) => m.parts.create(m.site, n), wait),
    ),
  fc
    .tuple(index, fc.constantFrom('/', null))
    .map(([n, to]) => new ContentCommand(`delete page ${n}, to ${to}`, (m) => m.parts.delete(m.site, n, to))),
  settles.map(
    (wait) => new ContentCommand(`publish all parts${wait ? '' : ' …'}`, (m) => m.parts.publish(m.site), wait),
  ),
  fc
    .integer({ min: 1, max: 24 * 60 })
    .map(
      (minutes) =>
        new ContentCommand(`schedule all parts in ${minutes} minutes`, (m) =>
          m.parts.schedule(m.site, minutes * MINUTE_MS),
        ),
    ),
  fc.constant(null).map(() => new ContentCommand('discard all drafts of parts', (m) => m.parts.discard(m.site))),
  settles.map((wait) => new ContentCommand(`undo${wait ? '' : ' …'}`, (m) => m.parts.undo(m.site), wait)),
];

export const contentCommands = [
  ...sitePartCommands,
  create,
  create,
  create,
  fc
    .tuple(index, edit, settles)
    .map(
      ([n, change, wait]) =>
        new ContentCommand(`edit ${n} ${fc.stringify(change)}${wait ? '' : ' …'}`, (m) => m.editPost(n, change), wait),
    ),
  fc
    .tuple(index, fc.constantFrom('new' as const, 'old' as const))
    .map(([n, slug]) => new ContentCommand(`slug of ${n}: ${slug}`, (m) => m.editPost(n, { slug }))),
  fc
    .tuple(index, status)
    .map(([n, to]) => new ContentCommand(`${n} becomes ${to}`, (m) => m.editPost(n, { status: to }))),
  fc
    .tuple(index, settles)
    .map(([n, wait]) => new ContentCommand(`delete ${n}${wait ? '' : ' …'}`, (m) => m.deletePost(n), wait)),
  fc
    .tuple(index, settles)
    .map(([n, wait]) => new ContentCommand(`trash ${n}${wait ? '' : ' …'}`, (m) => m.trashPost(n), wait)),
  fc
    .tuple(index, fc.constantFrom('post', 'redirect', 'nothing') as fc.Arbitrary<'post' | 'redirect' | 'nothing'>)
    .map(([n, to]) => new ContentCommand(`redirect ${n} to ${to}`, (m) => m.setRedirect(n, to))),
  index.map((n) => new ContentCommand(`restore ${n}`, (m) => m.restorePost(n))),
  index.map((n) => new ContentCommand(`write on ${n}`, (m) => m.writeDraft(n, false))),
  index.map((n) => new ContentCommand(`write on ${n} and publish`, (m) => m.writeDraft(n, true))),
  fc
    .boolean()
    .map((isNews) => new ContentCommand(`create category${isNews ? ' of news' : ''}`, (m) => m.createCategory(isNews))),
  index.map((n) => new ContentCommand(`rename category ${n}`, (m) => m.renameCategory(n))),
  fc
    .tuple(index, fc.constantFrom('new' as const, 'old' as const))
    .map(([n, slug]) => new ContentCommand(`${slug} slug of category ${n}`, (m) => m.moveCategory(n, slug))),
  index.map((n) => new ContentCommand(`delete category ${n}`, (m) => m.deleteCategory(n))),
  fc.integer({ min: 1, max: 12 * 24 * 60 }).map(
    (minutes) =>
      new ContentCommand(`${minutes} minutes pass`, async (model) => {
        model.site.clock.advance(minutes * MINUTE_MS);
        await model.parts.publishDue(model.site);
        await model.site.publisher.tick();
      }),
  ),
  fc.array(newPost, { minLength: 2, maxLength: 5 }).map(
    (posts) =>
      new ContentCommand(`burst ${fc.stringify(posts)}`, async (model) => {
        for (const post of posts) await model.createPost(post);
        await model.editPost(0, { slug: 'new' });
        await model.deletePost(1);
      }),
  ),
  fc
    .tuple(fc.constantFrom(...CRASH_PHASES), index, fc.boolean())
    .map(
      ([phase, n, isWhole]) =>
        new ContentCommand(`killed when ${n}${isWhole ? ' and settings are' : ' is'} ${phase}`, (model) =>
          model.crash(phase, n, isWhole),
        ),
    ),
  fc
    .nat({ max: 3 })
    .map((back) => new ContentCommand(`back by ${back} releases, and on`, (model) => model.restoreRelease(back))),
  fc.constant(null).map(() => new ContentCommand('restart', (model) => model.site.restart())),
];
