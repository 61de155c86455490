import fc from 'fast-check';
import { it } from 'vitest';
import { chooseSize } from '../../support/random/size.ts';
import { contentCommands } from '../../support/site/content-commands.ts';
import { ContentModel } from '../../support/site/content-model.ts';
import { expectSiteMatchesModel } from '../../support/site/expect-site.ts';
import { copyEmptySite, createTestSite } from '../../support/site/test-site.ts';

const RUNS = chooseSize(20, 40);
const COMMANDS = 15;

it('F6, T24: after any sequence of changes and crashes the live site equals a full build, and contains public posts only', async () => {
  const history = fc.commands(contentCommands, { maxCommands: COMMANDS, size: 'max' });
  const property = fc.asyncProperty(history, async (commands) => {
    const model = new ContentModel(await createTestSite({}, copyEmptySite));
    try {
      await model.site.publisher.start();
      await fc.asyncModelRun(() => ({ model, real: model }), commands);
      await expectSiteMatchesModel(model);
    } finally {
      await model.site.close();
    }
  });
  // A failure prints seed and path: pass them as `{ seed, path }` to run it again.
  await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: false });
});
