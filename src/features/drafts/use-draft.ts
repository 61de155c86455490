import { type RefObject, useEffect, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { BrowserMirror } from '#src/features/drafts/local-store/local-draft-store.ts';
import { DraftKeeper } from '#src/features/drafts/autosave/draft-autosaver.ts';
import { type DraftCalls, type DraftOrigin, type DraftText, type MirrorRecord, newSession } from './draft-content.ts';
import { holdOpen } from '#src/features/drafts/local-store/open-editor-locks.ts';
import type { KeeperClock, KeeperState } from '#src/features/drafts/autosave/save-state.ts';
import { type ContentHandle, createScreenText } from './editor-content.ts';
import { watchPage } from '#src/features/drafts/autosave/page-lifecycle.ts';

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

type Answered<Fields> = Pick<DraftJson<Fields>, 'fields' | 'content' | 'version' | 'base_revision'> & {
  updated_at: string | null;
};

const BROWSER_CLOCK: KeeperClock = {
  now: () => Date.now(),
  setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimer: (timer) => clearTimeout(timer as number),
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
  let tell: (state: KeeperState<Fields>) => void = () => undefined;
  const { read, show, changeFields, contentChanged, initialContent } = createScreenText(
    options.text,
    options.editor,
    showFields,
  );
  const keeper = new DraftKeeper<Fields>({
    ...options,
    session: newSession(),
    newSession,
    saved: options.savedAt === null ? null : { ...options.text, at: options.savedAt },
    read,
    clock: BROWSER_CLOCK,
    isOnline: () => navigator.onLine,
    onState: (state) => tell(state),
  });

  return {
    keeper,
    read,
    initialContent,
    listen: (listener: (state: KeeperState<Fields>) => void) => {
      tell = listener;
      listener(keeper.state());
    },
    change(some: Partial<Fields>) {
      changeFields(some);
      keeper.changed();
    },
    contentChanged() {
      if (contentChanged()) keeper.changed();
    },
    /** Puts a text into the screen that the server has yet to get. */
    replace(text: DraftText<Fields>) {
      show(text);
      keeper.changed();
    },
    /**
     * Takes what the server answered as it is, after restoring or discarding; answers whether it did. What was typed
     * since the keeper had counted `changes` stays on the screen and is saved on top.
     */
    take(draft: Answered<Fields>, changes: number): boolean {
      const isUntouched = keeper.changes() === changes;
      if (isUntouched) show(draft);
      keeper.settle({ version: draft.version, baseRevision: draft.base_revision }, draft, draft.updated_at, changes);
      return isUntouched;
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
