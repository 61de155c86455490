import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { HtmlBlock } from '#src/features/drafts/conflicts/html-blocks.ts';
import { DraftAutosaver } from '#src/features/drafts/autosave/draft-autosaver.ts';
import type {
  DraftSaveApi,
  DraftContent,
  DraftVersions,
  LocalDraftWriter,
  LocalDraft,
  MergedDraft,
  SaveDraftInput,
} from '#src/features/drafts/draft-content.ts';
import type { AutosaveClock } from '#src/features/drafts/autosave/save-state.ts';
import { ApiError } from '#src/lib/api-client.ts';

export type Fields = { title: string };
export type TestContent = DraftContent<Fields>;

/** How the next calls end: with a response, lost before or after the server handled them, or with an error. */
export type NetworkMode = 'up' | 'request-lost' | 'response-lost' | 'server-error' | 'signed-out' | 'newer-build';

/** A text with one paragraph in a line, so that it is merged without a DOM. */
export const LINES = {
  split: (content: string): HtmlBlock[] =>
    content.split('\n').flatMap((text) => (text === '' ? [] : [{ kind: '', text, html: text }])),
  join: (blocks: readonly HtmlBlock[]) => blocks.map(({ html }) => `${html}\n`).join(''),
};

/** Fake timers that run in their order when a test advances the time. */
export function createTimers(start = 1_000_000) {
  let now = start;
  let next = 1;
  const timers = new Map<number, { at: number; run: () => void }>();
  const clock: AutosaveClock = {
    now: () => now,
    setTimer(run, milliseconds) {
      timers.set(next, { at: now + milliseconds, run });
      return next++;
    },
    clearTimer: (timer) => void timers.delete(timer as number),
  };
  /** Runs all pending microtasks. */
  const flush = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    settle: flush,
    clear: () => timers.clear(),
    async advance(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        await flush();
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = end;
      await flush();
    },
  };
}

/** The live post as the other version of a conflict. */
const toLiveDraft = ({ content, revision }: { content: string; revision: number }, version: number) => ({
  fields: { title: 'live' },
  content,
  version,
  base_revision: revision,
  updated_at: 'live',
});

/** In-memory server with the behaviour of drafts.contract.ts. */
export function createFakeServer() {
  const drafts = new Map<number, DraftJson<Fields> & { clientId: string }>();
  const live = new Map<number, { revision: number; content: string }>();
  const created = new Map<string, number>();
  const revisions: (TestContent & { clientId: string; id: number })[] = [];
  let network: NetworkMode = 'up';
  let version = 0;
  const log: string[] = [];

  const storeDraft = (id: number, clientId: string, { fields, content }: TestContent, baseRevision: number) => {
    version += 1;
    const last = revisions.findLast((each) => each.id === id);
    if (last?.clientId === clientId) Object.assign(last, { fields, content });
    else revisions.push({ id, clientId, fields, content });
    const draft = { fields, content, version, base_revision: baseRevision, updated_at: `at ${version}`, user: null };
    drafts.set(id, { ...draft, clientId });
    return draft;
  };

  async function sendOverNetwork<Result>(handle: () => Result): Promise<Result> {
    const mode = network;
    await Promise.resolve();
    if (mode === 'request-lost') throw new ApiError(0, 'No response from server.');
    if (mode === 'server-error') throw new ApiError(500, 'Something went wrong.');
    if (mode === 'newer-build') throw new ApiError(400, 'This page is older than the site.');
    if (mode === 'signed-out') throw new ApiError(401, 'Sign in to continue.');
    const result = handle();
    if (mode === 'response-lost') throw new ApiError(0, 'No response from server.');
    await Promise.resolve();
    return result;
  }

  function save(
    id: number,
    { fields, content, client_id: clientId, version: from, base_revision }: SaveDraftInput<Fields>,
  ) {
    const published = live.get(id);
    if (published === undefined) throw new ApiError(404, 'There is no such post.');
    const { revision } = published;
    const stored = drafts.get(id);
    const yours = { fields, content };
    if (stored && stored.clientId !== clientId && stored.version !== from) {
      throw new ApiError(409, 'Changed meanwhile.', { versions: { yours, theirs: { ...stored } } });
    }
    if (!stored && (base_revision !== revision || from !== 0)) {
      throw new ApiError(409, 'Published meanwhile.', { versions: { yours, theirs: toLiveDraft(published, 0) } });
    }
    const draft = storeDraft(id, clientId, yours, base_revision);
    return { version: draft.version, updated_at: draft.updated_at };
  }

  const calls: DraftSaveApi<Fields> = {
    create: (input) =>
      sendOverNetwork(() => {
        log.push(`create ${input.content}`);
        const existing = created.get(input.client_id);
        if (existing !== undefined) return { id: existing, draft: drafts.get(existing) as DraftJson<Fields> };
        const id = live.size + 1;
        live.set(id, { revision: 1, content: '' });
        created.set(input.client_id, id);
        return { id, draft: storeDraft(id, input.client_id, input, 1) };
      }),
    save: (id, input) =>
      sendOverNetwork(() => {
        log.push(`save ${input.content}`);
        return save(id, input);
      }),
  };

  return {
    calls,
    drafts,
    revisions,
    log,
    set: (next: NetworkMode) => {
      network = next;
    },
    /** Another client saves on top of the current draft. */
    saveAsOther(id: number, text: TestContent, clientId = 'other') {
      return storeDraft(id, clientId, text, live.get(id)?.revision ?? 1);
    },
    /** Publishes the draft: it becomes the live post. */
    publish(id: number) {
      const { revision = 0, content = '' } = live.get(id) ?? {};
      live.set(id, { revision: revision + 1, content: drafts.get(id)?.content ?? content });
      drafts.delete(id);
    },
    /** Publishes the draft as an editor does, if it has this version; else it is refused, as a save is. */
    publishVersion: (id: number, version: number) =>
      sendOverNetwork(() => {
        const draft = drafts.get(id);
        const published = live.get(id);
        if (!published) throw new ApiError(404, 'There is no such post.');
        if (draft && draft.version === version && draft.base_revision === published.revision) {
          const revision = published.revision + 1;
          live.set(id, { revision, content: draft.content });
          drafts.delete(id);
          return { revision, updatedAt: `published ${revision}` };
        }
        const isBehindLive = draft?.version === version;
        const theirs = draft && !isBehindLive ? { ...draft } : toLiveDraft(published, draft?.version ?? 0);
        throw new ApiError(409, 'Published meanwhile.', { versions: { yours: null, theirs } });
      }),
    getLive: (id: number) => live.get(id)?.content,
    /** Another call changes the live post, whatever the draft is. */
    changeLive(id: number, content: string) {
      live.set(id, { revision: (live.get(id)?.revision ?? 0) + 1, content });
    },
    remove(id: number) {
      live.delete(id);
      drafts.delete(id);
    },
    hasText: (words: string) =>
      [...drafts.values(), ...revisions].some((each) => each.content.includes(words) || each.fields.title === words),
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** The local draft store of a browser: shared by its tabs, and kept when they close. */
export function createFakeLocalStore() {
  const records = new Map<string, LocalDraft<Fields>>();
  let isFull = false;
  const writer: LocalDraftWriter<Fields> = {
    put: async (record) => {
      if (isFull) throw new Error('This browser has no room left.');
      records.set(record.clientId, structuredClone(record));
    },
    remove: async (clientId) => void records.delete(clientId),
  };
  return {
    writer,
    records,
    setFull: (full: boolean) => {
      isFull = full;
    },
  };
}

let tabs = 0;

type TabOptions = {
  server: FakeServer;
  browser: ReturnType<typeof createFakeLocalStore>;
  timers: ReturnType<typeof createTimers>;
  id?: number | null;
  isOnline?: () => boolean;
  /** By default every difference is a conflict. */
  merge?: (versions: DraftVersions<Fields>) => MergedDraft<Fields>;
  /** What readers had when it was opened. */
  published?: TestContent | null;
};

const mergeNothing = ({ base }: DraftVersions<Fields>): MergedDraft<Fields> => ({ base, merged: null });

/** An open editor tab: its content and its autosaver. */
export function openEditorTab(options: TabOptions) {
  const { server, browser, timers, id = null, isOnline = () => true, merge = mergeNothing, published = null } = options;
  tabs += 1;
  const stored = id === null ? undefined : server.drafts.get(id);
  let text: TestContent = stored
    ? { fields: stored.fields, content: stored.content }
    : { fields: { title: '' }, content: '' };
  let sessions = 0;
  const session = `tab-${tabs}`;
  const states: string[] = [];
  let postId = id;
  const autosaver = new DraftAutosaver<Fields>({
    kind: 'blog',
    userId: 1,
    clientId: session,
    newClientId: () => `${session}-${++sessions}`,
    draftBase: { id, version: stored?.version ?? 0, baseRevision: stored?.base_revision ?? 1 },
    saved: stored ? { ...text, at: stored.updated_at } : null,
    published: published && { ...published, base_revision: stored?.base_revision ?? 1 },
    read: () => structuredClone(text),
    async merge(versions) {
      const result = merge({ ...versions, mine: text });
      text = result.merged ?? text;
      return result;
    },
    draftApi: server.calls,
    localStore: browser.writer,
    clock: timers.clock,
    isOnline,
    onState: ({ save }) => void (states.at(-1) !== save.kind && states.push(save.kind)),
    onCreated: (created) => {
      postId = created;
    },
  });
  return {
    autosaver,
    states,
    session,
    id: () => postId,
    text: () => text,
    write(next: TestContent) {
      text = structuredClone(next);
    },
    type(words: string) {
      text = { ...text, content: text.content + words };
      autosaver.changed();
    },
    kind: () => autosaver.state().save.kind,
  };
}

export type EditorTab = ReturnType<typeof openEditorTab>;
