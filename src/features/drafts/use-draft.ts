import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { LocalDraftStore } from '#src/features/drafts/local-store/local-draft-store.ts';
import { DraftAutosaver } from '#src/features/drafts/autosave/draft-autosaver.ts';
import {
  type DraftSaveApi,
  type DraftBase,
  type DraftContent,
  type LocalDraft,
  createClientId,
} from './draft-content.ts';
import { lockOpenEditor } from '#src/features/drafts/local-store/open-editor-locks.ts';
import type { AutosaveClock, AutosaveState } from '#src/features/drafts/autosave/save-state.ts';
import { type ContentEditorHandle, createEditorContent } from './editor-content.ts';
import { loadCode } from '#src/lib/load-code.ts';
import { bindPageLifecycle } from '#src/features/drafts/autosave/page-lifecycle.ts';

type Options<Fields> = {
  kind: DraftSubject;
  userId: number;
  draftBase: DraftBase;
  text: DraftContent<Fields>;
  /** When the server took this text; null when it has none. */
  savedAt: string | null;
  /** What readers have, with its revision; null when they have nothing. */
  published: (DraftContent<Fields> & { base_revision: number }) | null;
  draftApi: DraftSaveApi<Fields>;
  localStore: LocalDraftStore<Fields>;
  editor: RefObject<ContentEditorHandle | null>;
  onCreated: (id: number) => void;
};

type ServerDraft<Fields> = Pick<DraftJson<Fields>, 'fields' | 'content' | 'version' | 'base_revision'> & {
  updated_at: string | null;
};

const BROWSER_CLOCK: AutosaveClock = {
  now: () => Date.now(),
  setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimer: (timer) => clearTimeout(timer as number),
};

export type DraftController<Fields> = ReturnType<typeof useDraft<Fields & object>>;

/** A draft on the screen and its autosaver: the fields as state, the content in the editor. */
export function useDraft<Fields extends object>(options: Options<Fields>) {
  const [fields, showFields] = useState(options.text.fields);
  const [controller] = useState(() => createDraftController(options, showFields));
  const [state, setState] = useState<AutosaveState<Fields>>(() => controller.autosaver.state());
  useEffect(() => {
    controller.listen(setState);
    lockOpenEditor(controller.autosaver.clientId());
    return bindPageLifecycle(controller.autosaver, options.userId);
  }, [controller, options.userId]);
  // When the screen fails: the cleanup of a layout effect still finds the editor, which a later one does not.
  useLayoutEffect(() => () => controller.autosaver.flushOnPageHide(), [controller]);
  return { ...controller, fields, state };
}

function createDraftController<Fields extends object>(options: Options<Fields>, showFields: (fields: Fields) => void) {
  let emitState: (state: AutosaveState<Fields>) => void = () => undefined;
  const { read, replace, changeFields, contentChanged, initialContent } = createEditorContent(
    options.text,
    options.editor,
    showFields,
  );
  const autosaver = new DraftAutosaver<Fields>({
    ...options,
    clientId: createClientId(),
    newClientId: createClientId,
    saved: options.savedAt === null ? null : { ...options.text, at: options.savedAt },
    read,
    clock: BROWSER_CLOCK,
    isOnline: () => navigator.onLine,
    async merge(versions) {
      // Without the code, the conflict is for the user to decide.
      const loaded = await loadCode(() => import('./conflicts/merge-drafts.ts')).catch(() => null);
      const result = loaded?.mergeDrafts({ ...versions, mine: read() }) ?? { base: versions.base, merged: null };
      if (result.merged) replace(result.merged, { keepsCursor: true });
      return result;
    },
    onState: (state) => emitState(state),
  });

  return {
    autosaver,
    read,
    initialContent,
    listen: (listener: (state: AutosaveState<Fields>) => void) => {
      emitState = listener;
      listener(autosaver.state());
    },
    change(some: Partial<Fields>) {
      changeFields(some);
      autosaver.changed();
    },
    contentChanged() {
      // A transition: 'Not saved yet' follows after the frame that shows the key.
      if (contentChanged()) startTransition(() => autosaver.changed());
    },
    /** Puts a text into the screen that the server has yet to get. */
    replace(text: DraftContent<Fields>) {
      replace(text);
      autosaver.changed();
    },
    /** The same, of the content alone and block by block, so that the cursor stays. */
    replaceContent(content: string) {
      replace({ fields: read().fields, content }, { keepsCursor: true });
      autosaver.changed();
    },
    /**
     * Takes what the server answered as it is, after restoring or discarding; answers whether it did. What was typed
     * since the autosaver had counted `changes` stays on the screen and is saved on top.
     */
    applyServerDraft(draft: ServerDraft<Fields>, changes: number): boolean {
      const isUntouched = autosaver.changes() === changes;
      if (isUntouched) replace(draft);
      autosaver.markSaved(
        { version: draft.version, baseRevision: draft.base_revision },
        draft,
        draft.updated_at,
        changes,
      );
      return isUntouched;
    },
    /** Continues with the unsaved text of an editor that was closed. */
    resume(record: LocalDraft<Fields>) {
      autosaver.resume(record);
      lockOpenEditor(record.clientId);
      replace(record);
      autosaver.changed();
    },
  };
}
