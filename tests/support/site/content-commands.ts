import fc from 'fast-check';
import { expectSiteMatchesModel } from './expect-site.ts';
import type { ContentModel } from './content-model.ts';

/** One thing that people do to the content; `apply` reports a difference by throwing. */
class Step implements fc.AsyncCommand<ContentModel, ContentModel> {
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
    if (this.settles) await expectSiteMatchesModel(model);
  }

  toString(): string {
    return this.name;
  }
}

const MINUTE_MS = 60_000;
const at = fc.nat({ max: 20 });
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
/** True: look at the site at once; false: let the next command come in between. */
const settles = fc.boolean();

const create = fc
  .tuple(newPost, settles)
  .map(([how, wait]) => new Step(`create ${fc.stringify(how)}${wait ? '' : ' …'}`, (m) => m.createPost(how), wait));

export const contentCommands = [
  create,
  create,
  create,
  fc
    .tuple(at, edit, settles)
    .map(
      ([n, change, wait]) =>
        new Step(`edit ${n} ${fc.stringify(change)}${wait ? '' : ' …'}`, (m) => m.editPost(n, change), wait),
    ),
  fc
    .tuple(at, fc.constantFrom('new' as const, 'old' as const))
    .map(([n, slug]) => new Step(`slug of ${n}: ${slug}`, (m) => m.editPost(n, { slug }))),
  fc.tuple(at, status).map(([n, to]) => new Step(`${n} becomes ${to}`, (m) => m.editPost(n, { status: to }))),
  fc.tuple(at, settles).map(([n, wait]) => new Step(`delete ${n}${wait ? '' : ' …'}`, (m) => m.deletePost(n), wait)),
  fc.tuple(at, settles).map(([n, wait]) => new Step(`trash ${n}${wait ? '' : ' …'}`, (m) => m.trashPost(n), wait)),
  at.map((n) => new Step(`restore ${n}`, (m) => m.restorePost(n))),
  at.map((n) => new Step(`write on ${n}`, (m) => m.writeDraft(n, false))),
  at.map((n) => new Step(`write on ${n} and publish`, (m) => m.writeDraft(n, true))),
  fc.boolean().map((isNews) => new Step(`create category${isNews ? ' of news' : ''}`, (m) => m.createCategory(isNews))),
  at.map((n) => new Step(`rename category ${n}`, (m) => m.renameCategory(n))),
  at.map((n) => new Step(`delete category ${n}`, (m) => m.deleteCategory(n))),
  fc.integer({ min: 1, max: 12 * 24 * 60 }).map(
    (minutes) =>
      new Step(`${minutes} minutes pass`, async (model) => {
        model.site.clock.advance(minutes * MINUTE_MS);
        await model.site.publisher.tick();
      }),
  ),
  fc.array(newPost, { minLength: 2, maxLength: 5 }).map(
    (posts) =>
      new Step(`burst ${fc.stringify(posts)}`, async (model) => {
        for (const how of posts) await model.createPost(how);
        await model.editPost(0, { slug: 'new' });
        await model.deletePost(1);
      }),
  ),
  fc.constant(null).map(() => new Step('restart', (model) => model.site.restart())),
];
