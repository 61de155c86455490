import fc from 'fast-check';
import { it } from 'vitest';
import { chooseSize } from '../../support/random/size.ts';
import { contentCommands } from '../../support/site/content-commands.ts';
import { ContentModel } from '../../support/site/content-model.ts';
import { expectSiteMatchesModel } from '../../support/site/expect-site.ts';
import { copyEmptySite, createTestSite } from '../../support/site/test-site.ts';

const COMMANDS = 15;
const MINUTE_MS = 60_000;

/** Few histories are compared after each change, which names the one that went wrong; many only once they are quiet. */
const { numRuns, settle, limit } = chooseSize(
  { numRuns: 8, settle: expectSiteMatchesModel, limit: { interruptAfterTimeLimit: 100_000 } },
  { numRuns: 100, settle: ({ site }: ContentModel) => site.publisher.whenIdle(), limit: {} },
);

it(
  'F6, T24: after any sequence of changes and crashes the live site equals a full build, and contains public posts only',
  async () => {
    const history = fc.commands(contentCommands, { maxCommands: COMMANDS, size: 'max' });
    const property = fc.asyncProperty(history, async (commands) => {
      const model = new ContentModel(await createTestSite({}, copyEmptySite), settle);
      try {
        await model.site.publisher.start();
        await fc.asyncModelRun(() => ({ model, real: model }), commands);
        await expectSiteMatchesModel(model);
      } finally {
        await model.site.close();
      }
    });
    // A failure prints seed and path: pass them as `{ seed, path }` to run it again.
    await fc.assert(property, { numRuns, markInterruptAsFailure: false, ...limit });
  },
  chooseSize(5, 60) * MINUTE_MS,
);
