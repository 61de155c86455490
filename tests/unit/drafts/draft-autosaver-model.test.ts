import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createFakeLocalStore,
  createFakeServer,
  createTimers,
  type FakeServer,
  type NetworkMode,
  openEditorTab,
  type EditorTab,
  type TestContent,
} from '../../support/drafts/autosave-simulation.ts';

type Step =
  | { do: 'type'; tab: 0 | 1 }
  | { do: 'type-while-saving'; tab: 0 | 1 }
  | { do: 'wait'; milliseconds: number }
  | { do: 'network'; to: NetworkMode }
  | { do: 'kill'; tab: 0 | 1 }
  | { do: 'hide'; tab: 0 | 1 }
  | { do: 'choose'; tab: 0 | 1; what: 'mine' | 'theirs' | 'both' }
  | { do: 'sign-in'; tab: 0 | 1 }
  | { do: 'other' }
  | { do: 'publish' };

const tab = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('type-while-saving' as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(1, 400, 1_000, 6_000, 90_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      to: fc.constantFrom<NetworkMode>('up', 'up', 'request-lost', 'response-lost', 'server-error', 'signed-out'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hide' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      tab,
      what: fc.constantFrom('mine' as const, 'theirs' as const, 'both' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-in' as const), tab }) },
  { weight: 1, arbitrary: fc.constant({ do: 'other' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'publish' as const }) },
);

/** One post, two tabs of one browser, and another editor. */
async function createScenario() {
  const server: FakeServer = createFakeServer();
  const browser = createFakeLocalStore();
  const timers = createTimers();
  const first = openEditorTab({ server, browser, timers });
  first.type('start ');
  await timers.advance(1_000);
  const id = first.id() as number;
  const tabs: [EditorTab, EditorTab] = [first, openEditorTab({ server, browser, timers, id })];
  const words: string[] = ['start '];
  let count = 0;
  const word = () => {
    count += 1;
    words.push(`w${count} `);
    return `w${count} `;
  };

  /** Replaces a closed tab with a new one, which restores a local record that no open tab owns. */
  function reopen(at: 0 | 1): void {
    tabs[at] = openEditorTab({ server, browser, timers, id });
    const openClientIds = new Set(tabs.map(({ autosaver: keeper }) => keeper.clientId()));
    const orphanedRecord = [...browser.records.values()].find(({ clientId }) => !openClientIds.has(clientId));
    if (!orphanedRecord) return;
    tabs[at].autosaver.resume(orphanedRecord);
    tabs[at].write({ fields: orphanedRecord.fields, content: orphanedRecord.content });
    tabs[at].autosaver.changed();
  }

  async function choose(at: EditorTab, what: 'mine' | 'theirs' | 'both'): Promise<void> {
    const { save } = at.autosaver.state();
    if (save.kind !== 'conflict') return;
    const mine = at.text();
    const { fields, content } = save.theirs;
    const choices: Record<typeof what, TestContent> = {
      mine,
      theirs: { fields, content },
      both: { fields, content: content + mine.content },
    };
    try {
      await at.autosaver.resolve(mine, choices[what]);
    } catch {
      return; // the dialog stays open
    }
    at.write(choices[what]);
    at.autosaver.changed();
  }

  async function act(step: Step): Promise<void> {
    if (step.do === 'type') tabs[step.tab].type(word());
    else if (step.do === 'type-while-saving') {
      const saving = tabs[step.tab].autosaver.retry();
      tabs[step.tab].type(word());
      await saving;
    } else if (step.do === 'wait') await timers.advance(step.milliseconds);
    else if (step.do === 'network') server.set(step.to);
    else if (step.do === 'hide') tabs[step.tab].autosaver.flushOnPageHide();
    else if (step.do === 'choose') await choose(tabs[step.tab], step.what);
    else if (step.do === 'sign-in') await tabs[step.tab].autosaver.onSignIn(true);
    else if (step.do === 'other') server.saveAsOther(id, { fields: { title: 'O' }, content: word() }, `other-${count}`);
    else if (step.do === 'publish') server.publish(id);
    else {
      tabs[step.tab].autosaver.stop();
      reopen(step.tab);
    }
    await timers.advance(0);
  }

  const isStored = (each: string) =>
    server.hasText(each) || [...browser.records.values()].some(({ content }) => content.includes(each));
  return { act, server, tabs, timers, choose, listLostWords: () => words.filter((each) => !isStored(each)) };
}

it('F6 loses no word in random histories of two tabs, another editor, network failures, lost responses and killed tabs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const scenario = await createScenario();
      for (const each of steps) {
        await scenario.act(each);
        expect(scenario.listLostWords(), JSON.stringify(each)).toEqual([]);
      }
      // With a network, a session and all conflicts resolved, everything is on the server.
      scenario.server.set('up');
      for (let round = 0; round < 6; round += 1) {
        for (const one of scenario.tabs) {
          await one.autosaver.onSignIn(true);
          await scenario.timers.advance(90_000);
          await scenario.choose(one, 'both');
          await scenario.timers.advance(90_000);
        }
      }
      expect(scenario.tabs.map((one) => one.kind())).toEqual(['saved', 'saved']);
      for (const one of scenario.tabs) expect(scenario.server.hasText(one.text().content)).toBe(true);
    }),
    { numRuns: 600 },
  );
});
