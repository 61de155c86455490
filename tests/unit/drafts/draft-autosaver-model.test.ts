import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getConflictingDraft } from '#src/features/drafts/autosave/save-error.ts';
import { mergeDrafts } from '#src/features/drafts/conflicts/merge-drafts.ts';
import { mergeBlocks, mergeParts, suggestChoice } from '#src/features/drafts/conflicts/three-way-merge.ts';
import {
  createFakeLocalStore,
  createFakeServer,
  createTimers,
  type Fields,
  type FakeServer,
  LINES,
  type NetworkMode,
  openEditorTab,
  type EditorTab,
  type TestContent,
} from '../../support/drafts/autosave-simulation.ts';

/** Where something is typed: a new paragraph, or the end of one that is there. */
type Place = { kind: 'start' | 'end' | 'on'; at: number };

type Step =
  | { do: 'type'; tab: 0 | 1; place: Place }
  | { do: 'type-while-saving'; tab: 0 | 1; place: Place }
  | { do: 'move'; tab: 0 | 1; from: number; to: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'network'; to: NetworkMode }
  | { do: 'kill'; tab: 0 | 1 }
  | { do: 'hide'; tab: 0 | 1 }
  | { do: 'choose'; tab: 0 | 1; what: 'mine' | 'theirs' | 'both' }
  | { do: 'sign-in'; tab: 0 | 1 }
  | { do: 'other' }
  | { do: 'publish' }
  | { do: 'publish-here'; tab: 0 | 1 };

const tab = fc.constantFrom(0 as const, 1 as const);
const place: fc.Arbitrary<Place> = fc.record({
  kind: fc.constantFrom('start' as const, 'end' as const, 'end' as const, 'on' as const),
  at: fc.nat(9),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), tab, place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('type-while-saving' as const), tab, place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), tab, from: fc.nat(9), to: fc.nat(9) }) },
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish-here' as const), tab }) },
);

/** Puts words into a text of lines. */
function typeInto(content: string, words: string, { kind, at }: Place): string {
  const lines = LINES.split(content).map(({ text }) => text);
  const line = at % Math.max(lines.length, 1);
  if (kind === 'start') lines.unshift(words);
  else if (kind === 'end' || lines[line] === undefined) lines.push(words);
  else lines[line] += ` ${words}`;
  return lines.map((text) => `${text}\n`).join('');
}

function moveLine(content: string, from: number, to: number): string {
  const blocks = LINES.split(content);
  const moved = blocks.splice(from % Math.max(blocks.length, 1), 1);
  blocks.splice(to % (blocks.length + 1), 0, ...moved);
  return LINES.join(blocks);
}

/** One post, two tabs of one browser, and another editor. All merge as the editor does. */
async function createScenario() {
  const server: FakeServer = createFakeServer();
  const browser = createFakeLocalStore();
  const timers = createTimers();
  const openTab = (id: number | null) =>
    openEditorTab({ server, browser, timers, id, merge: (versions) => mergeDrafts(versions, LINES) });
  const words = ['at the start'];
  const first = openTab(null);
  first.write({ fields: { title: '' }, content: 'at the start\n' });
  first.autosaver.changed();
  await timers.advance(1_000);
  const id = first.id() as number;
  const tabs: [EditorTab, EditorTab] = [first, openTab(id)];
  let count = 0;
  /** Both versions of a text whose base is not known are in it, where a user chose so. */
  let isDoubledByChoice = false;
  /** Three words, by which the merge knows a paragraph again. */
  const word = () => {
    count += 1;
    words.push(`w${count}a w${count}b w${count}c`);
    return words.at(-1) as string;
  };
  const write = (at: 0 | 1, change: (content: string) => string) => {
    const text = tabs[at].text();
    tabs[at].write({ ...text, content: change(text.content) });
    tabs[at].autosaver.changed();
  };

  /** Replaces a closed tab with a new one, which restores a local record that no open tab owns. */
  function reopen(at: 0 | 1): void {
    tabs[at] = openTab(id);
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
    const { base } = save;
    const mine = at.text();
    const { fields, content } = save.theirs;
    const parts = mergeBlocks(base && LINES.split(base.content), LINES.split(mine.content), LINES.split(content));
    const suggested = parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part, base !== null)]));
    const choices: Record<typeof what, TestContent> = {
      mine,
      theirs: { fields, content },
      both: { fields, content: LINES.join(mergeParts(parts, suggested)) },
    };
    isDoubledByChoice ||= what === 'both' && base === null;
    try {
      await at.autosaver.resolve(mine, choices[what]);
    } catch {
      return; // the dialog stays open
    }
    at.write(choices[what]);
    at.autosaver.changed();
  }

  /** As the button of the editor does: what another published meanwhile is merged, and it is tried once more. */
  async function publishHere({ autosaver }: EditorTab): Promise<void> {
    const publish = async () => {
      await autosaver.saveNow();
      await autosaver.publish(server.publishVersion);
    };
    try {
      await publish();
    } catch (error) {
      const theirs = getConflictingDraft<Fields>(error);
      if (theirs && (await autosaver.mergeTheirs(theirs))) await publish().catch(() => undefined);
    }
  }

  async function act(step: Step): Promise<void> {
    if (step.do === 'type') write(step.tab, (content) => typeInto(content, word(), step.place));
    else if (step.do === 'type-while-saving') {
      const saving = tabs[step.tab].autosaver.retry();
      write(step.tab, (content) => typeInto(content, word(), step.place));
      await saving;
    } else if (step.do === 'move') write(step.tab, (content) => moveLine(content, step.from, step.to));
    else if (step.do === 'wait') await timers.advance(step.milliseconds);
    else if (step.do === 'network') server.set(step.to);
    else if (step.do === 'hide') tabs[step.tab].autosaver.flushOnPageHide();
    else if (step.do === 'choose') await choose(tabs[step.tab], step.what);
    else if (step.do === 'sign-in') await tabs[step.tab].autosaver.onSignIn(true);
    else if (step.do === 'other')
      server.saveAsOther(id, { fields: { title: 'O' }, content: `${word()}\n` }, `other-${count}`);
    else if (step.do === 'publish') server.publish(id);
    else if (step.do === 'publish-here') await publishHere(tabs[step.tab]);
    else {
      tabs[step.tab].autosaver.stop();
      reopen(step.tab);
    }
    await timers.advance(0);
  }

  const isStored = (each: string) =>
    server.hasText(each) || [...browser.records.values()].some(({ content }) => content.includes(each));
  return {
    act,
    server,
    tabs,
    timers,
    choose,
    listUnsavedWords: () => words.filter((each) => !server.hasText(each)),
    listLostWords: () => words.filter((each) => !isStored(each)),
    listDoubledWords() {
      const contents = [...tabs.map((tab) => tab.text().content), server.drafts.get(id)?.content ?? ''];
      return isDoubledByChoice
        ? []
        : words.filter((each) => contents.some((content) => content.split(each).length > 2));
    },
  };
}

it('F6 loses and doubles no word in random histories of two tabs, another editor, network failures, lost responses and killed tabs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const scenario = await createScenario();
      for (const each of steps) {
        await scenario.act(each);
        expect(scenario.listLostWords(), JSON.stringify(each)).toEqual([]);
        expect(scenario.listDoubledWords(), JSON.stringify(each)).toEqual([]);
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
      expect(scenario.listUnsavedWords()).toEqual([]);
      expect(scenario.listDoubledWords()).toEqual([]);
    }),
    { numRuns: 600 },
  );
});
