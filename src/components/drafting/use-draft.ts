import { type RefObject, useEffect, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#db/enums.ts';
import { $session } from '#src/stores/session.ts';
import type { BrowserMirror } from './browser-mirror.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { type DraftCalls, type DraftOrigin, type DraftText, type MirrorRecord, newSession } from './draft-text.ts';
import { holdOpen } from './open-editors.ts';
import type { KeeperState } from './save-state.ts';

/** What the screen asks of the rich text editor. */
export type ContentHandle = { getHtml(): string; setHtml(html: string): void };

type Options<Fields> = {
  kind: DraftSubject;
  userId: number;
  origin: DraftOrigin;
  text: DraftText<Fields>;
  /** When the server took this text; null when it has none. */
  savedAt: string | null;
  calls: DraftCalls<Fields>;
  mirror: BrowserMirror<Fields>;
  editor: RefObject<ContentHandle | null>;
  onCreated: (id: number) => void;
};

export type DraftInHand<Fields> = ReturnType<typeof useDraft<Fields & object>>;

/** A text on the screen and its keeper: the fields as state, the content as it stands in the editor. */
export function useDraft<Fields extends object>(options: Options<Fields>) {
  const [fields, showFields] = useState(options.text.fields);
  const [made] = useState(() => createDraftInHand(options, showFields));
  const [state, setState] = useState<KeeperState<Fields>>(() => made.keeper.state());
  useEffect(() => {
    made.listen(setState);
    holdOpen(made.keeper.session());
    return watchPage(made.keeper, options.userId);
  }, [made, options.userId]);
  return { ...made, fields, state };
}

function createDraftInHand<Fields extends object>(options: Options<Fields>, showFields: (fields: Fields) => void) {
  const { editor } = options;
  let tell: (state: KeeperState<Fields>) => void = () => undefined;
  let { fields, content } = options.text;
  let isContentStale = false;
  let isReplacing = false;

  /** Content that nobody has touched stays as the server gave it, to the letter. */
  const read = (): DraftText<Fields> => {
    if (isContentStale && editor.current) {
      content = editor.current.getHtml();
      isContentStale = false;
    }
    return { fields, content };
  };

  const keeper = new DraftKeeper<Fields>({
    ...options,
    session: newSession(),
    newSession,
    saved: options.savedAt === null ? null : { ...options.text, at: options.savedAt },
    read,
    clock: {
      now: () => Date.now(),
      setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
      clearTimer: (timer) => clearTimeout(timer as number),
    },
    isOnline: () => navigator.onLine,
    onState: (state) => tell(state),
  });

  /** Puts another text into the screen, without saying that somebody typed. */
  const show = (text: DraftText<Fields>) => {
    ({ fields, content } = text);
    isContentStale = false;
    showFields(fields);
    isReplacing = true;
    try {
      editor.current?.setHtml(content);
    } finally {
      isReplacing = false;
    }
  };

  return {
    keeper,
    read,
    show,
    listen: (listener: (state: KeeperState<Fields>) => void) => {
      tell = listener;
      listener(keeper.state());
    },
    change(some: Partial<Fields>) {
      fields = { ...fields, ...some };
      showFields(fields);
      keeper.changed();
    },
    contentChanged() {
      if (isReplacing) return;
      isContentStale = true;
      keeper.changed();
    },
    /** What the editor starts with, and starts with again. */
    initialContent: () => content,
    /** Puts a text into the screen that the server has yet to get. */
    replace(text: DraftText<Fields>) {
      show(text);
      keeper.changed();
    },
    /** Takes what the server answered as it is: after restoring or discarding. */
    take(
      draft: Pick<DraftJson<Fields>, 'fields' | 'content' | 'version' | 'base_revision'> & {
        updated_at: string | null;
      },
    ) {
      show(draft);
      keeper.settle({ version: draft.version, baseRevision: draft.base_revision }, draft, draft.updated_at);
    },
    /** Goes on with what an editor left behind that is no longer open. */
    goOn(record: MirrorRecord<Fields>) {
      keeper.adopt(record);
      holdOpen(record.session);
      show(record);
      keeper.changed();
    },
  };
}

/** Tells the keeper what happens to the page around it. */
function watchPage(keeper: WatchedKeeper, userId: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => void keeper.retry(), { signal });
  window.addEventListener('offline', () => keeper.offline(), { signal });
  window.addEventListener('pagehide', () => keeper.hide(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void keeper.retry(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && keeper.saveNow().catch(() => undefined),
    { signal },
  );
  const leave = (event: BeforeUnloadEvent) => {
    if (keeper.isDirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', leave, { signal });
  // Signed in again, here or in another tab; what this person typed is not for another one to save.
  const unsubscribe = $session.listen((session) => {
    if (session.status === 'signed-in' && session.user.id === userId) void keeper.signedIn();
  });
  return () => {
    stop.abort();
    unsubscribe();
    keeper.stop();
  };
}

type WatchedKeeper = {
  retry(): Promise<void>;
  offline(): void;
  hide(): void;
  saveNow(): Promise<void>;
  isDirty(): boolean;
  signedIn(): Promise<void>;
  stop(): void;
};
