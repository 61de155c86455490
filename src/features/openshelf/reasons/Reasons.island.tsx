import { useEffect, useRef, useCallback, useState } from 'react';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import {
  fetchReasonsForEditing,
  type Reasons,
  restoreReason,
  retireReason,
} from '#src/features/openshelf/openshelf-api.ts';
import { formatError, formatServerError } from '#src/lib/api-client.ts';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import {
  type AnyReason,
  isRetired,
  toFields,
  isSameText,
  readDrafts,
  type ReasonFields,
  storeDrafts,
} from './reason-draft.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import { ReasonForm } from './ReasonForm.tsx';
import { ReasonList } from './ReasonList.tsx';

/** The reasons for rejections: their names, their order, and the texts that authors read. */
export function ReasonsIsland() {
  return <RequireAuth access="openshelf.manage">{(user) => <ReasonsScreen userId={user.id} />}</RequireAuth>;
}

function ReasonsScreen({ userId }: { userId: number }) {
  const manager = useCrud<AnyReason, Reasons>('reason', fetchReasonsForEditing);
  const { state, replace, tableHandlers, deletion } = manager;
  const { drafts, change } = useReasonDrafts(userId);
  const [chosen, choose] = useQueryParameter('reason');
  const { retire, restore } = useRetirement(() => tableHandlers.onReload().catch(manager.retry));
  const { editor, focusLink } = useFocus(chosen, state.status === 'loaded' ? state.value : null);

  if (state.status === 'failed') {
    return <ErrorPanel title="Couldn’t load the reasons" message={formatError(state.error)} onRetry={manager.retry} />;
  }
  if (state.status === 'loading') {
    return (
      <div className="reasons-loading">
        <Skeleton kind="line" count={9} />
      </div>
    );
  }
  const reasons = state.value;
  const all: AnyReason[] = [...reasons.data, ...reasons.retired];
  const reason = all.find(({ id }) => String(id) === chosen) ?? all[0];
  return (
    <>
      <ScreenCount>{reasons.data.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New reason</Button>
      </PageAction>
      <div className="reasons-screen" data-open={chosen !== ''}>
        <ReasonList
          reasons={reasons}
          drafts={drafts}
          current={reason?.id ?? null}
          onOpen={(id) => choose(String(id))}
          onOrder={(data) => replace({ ...reasons, data })}
          onReload={tableHandlers.onReload}
          onRetire={(retired) => {
            focusLink(retired);
            void retire(retired);
          }}
          onRestore={(restored) => {
            focusLink(restored);
            void restore(restored);
          }}
          onDelete={tableHandlers.onDelete}
        />
        {reason && (
          <ReasonEditor
            key={reason.id}
            headingRef={editor}
            reason={reason}
            categories={reasons.categories}
            fields={drafts[reason.id] ?? toFields(reason)}
            basedOn={drafts[reason.id]?.basedOn ?? null}
            onChange={(fields) => change(reason, fields)}
            onSaved={(saved) => {
              replace(replaceReason(reasons, saved));
              change(saved, null);
            }}
            onRestore={() => void restore(reason)}
            onBack={() => choose('')}
          />
        )}
        <KeyboardShortcuts items={[{ keys: ['n'], label: 'New reason', run: manager.add }]} />
      </div>
      <ReasonForm
        {...manager.form}
        onAdded={(added) => {
          replace(appendReason(reasons, added));
          choose(String(added.id));
        }}
      />
      <DeleteDialog
        {...deletion}
        onDelete={async (deleted) => {
          await deletion.onDelete(deleted);
          change(deleted, null);
          if (chosen === String(deleted.id)) choose('');
        }}
      >
        {({ label }) => (
          <>
            <strong>{label}</strong> will be permanently deleted, unless a decision names it.
          </>
        )}
      </DeleteDialog>
    </>
  );
}

function replaceReason(reasons: Reasons, saved: AnyReason): Reasons {
  const put = <Reason extends AnyReason>(list: Reason[]) =>
    list.map((each) => (each.id === saved.id ? { ...each, ...saved } : each));
  return { ...reasons, data: put(reasons.data), retired: put(reasons.retired) };
}

const appendReason = (reasons: Reasons, added: AnyReason): Reasons =>
  isRetired(added) ? reasons : { ...reasons, data: [...reasons.data, added] };

/** Where the focus goes: to the reason that was opened, and with one that moves to the other list. */
function useFocus(chosen: string, reasons: Reasons | null) {
  const editor = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const movedId = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the phone the link that had the focus is hidden once a reason is open
  useEffect(() => {
    if (!isFirst.current) editor.current?.focus();
    isFirst.current = false;
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists as they are now
  useEffect(() => {
    if (movedId.current === null) return;
    document.querySelector<HTMLElement>(`.reason-list a[href$="?reason=${movedId.current}"]`)?.focus();
    movedId.current = null;
  }, [reasons]);
  return {
    editor,
    focusLink: ({ id }: AnyReason) => {
      movedId.current = id;
    },
  };
}

/** The unsaved texts of all reasons. They outlive another choice of reason, a reload and the end of the session. */
function useReasonDrafts(userId: number) {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  useUnsavedWarning(Object.keys(drafts).length > 0);

  /** Null removes the draft, and so does a text that is the saved one. */
  const change = useCallback(
    (reason: AnyReason, fields: ReasonFields | null) =>
      setDrafts((before) => {
        const { [reason.id]: draft, ...others } = before;
        const isSaved = fields === null || isSameText(fields, toFields(reason));
        const basedOn = draft?.basedOn ?? reason.updated_at;
        const after = isSaved ? others : { ...others, [reason.id]: { ...fields, basedOn } };
        storeDrafts(userId, after);
        return after;
      }),
    [userId],
  );
  return { drafts, change };
}

/** Retires reasons, with Undo, and restores them. `reload` shows what is true afterwards. */
function useRetirement(reload: () => Promise<void>) {
  const run = async (work: () => Promise<void>, failure: string) => {
    try {
      await work();
    } catch (error) {
      showToast(formatServerError(error, failure), 'error');
    }
    await reload();
  };
  return {
    retire: ({ id, label }: AnyReason) =>
      run(async () => {
        const until = Date.now() + UNDO_WINDOW_MS;
        const { message } = await retireReason(id);
        const undo = () => restoreReason(id).then(() => ({ message: `Undone. ${label} is offered again.` }));
        const subjects = [`rejection-reason:${id}`];
        showUndoToast({ message, note: label, until, subjects, undo, onUndone: () => void reload() });
      }, 'Failed to retire reason'),
    restore: ({ id }: AnyReason) =>
      run(async () => {
        showToast((await restoreReason(id)).message, 'success');
      }, 'Failed to restore reason'),
  };
}
