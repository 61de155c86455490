import { type ReactNode, useState } from 'react';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SaveStatus } from '#src/features/drafts/autosave/SaveStatus.tsx';
import { UnsavedChangesGuard } from '#src/features/drafts/autosave/UnsavedChangesGuard.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { RecoverableDrafts } from '#src/features/drafts/local-store/RecoverableDrafts.tsx';
import { useRecoverableDrafts } from '#src/features/drafts/local-store/use-local-drafts.ts';
import { DraftDialogs, type OpenDialog } from './DraftDialogs.tsx';
import { ConflictNotice } from './DraftEditorFrame.tsx';
import { useOpenEditors } from './editor-layout/use-open-editors.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

type Props<Fields extends object, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  /** What two people may change at once: 'the settings'. */
  what: string;
  /** What can be done with it, in the bar. */
  actions?: ReactNode;
  /** Its state stands above its fields, as in a dialog, instead of in the bar of the screen. */
  isInPlace?: boolean;
  children: ReactNode;
};

/** What surrounds a draft of fields: is it saved, who else has it open, what can be recovered. */
export function FieldsDraftFrame<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { draftEditor, formatFields, what, actions, isInPlace = false, children } = props;
  const { kind, userId } = draftEditor;
  const { autosaver, state, read } = draftEditor.draft;
  const { save } = state;
  const { id } = autosaver.draftBase();
  const [open, setOpen] = useState<OpenDialog>(null);
  const recoverable = useRecoverableDrafts(draftEditor);
  const clientId = autosaver.clientId();
  const openEditors = useOpenEditors({ kind, id, userId, clientId, isPaused: save.kind === 'ended' });
  const bar = (
    <div className="draft-bar">
      {openEditors && <span className="room-presence">{openEditors}</span>}
      <SaveStatus
        state={state}
        userId={userId}
        onRetry={() => void autosaver.retry()}
        onResolve={() => setOpen('conflict')}
      />
      {id !== null && (
        <Button variant="quiet" className="button-small" onClick={() => setOpen('revisions')}>
          Revisions
        </Button>
      )}
      {actions}
    </div>
  );
  return (
    <>
      {isInPlace ? bar : <PageAction>{bar}</PageAction>}
      {save.kind === 'conflict' && (
        <ConflictNotice
          isOwn={save.theirs.user?.id === userId}
          who={save.theirs.user?.name ?? 'Someone'}
          what={what}
          onCompare={() => setOpen('conflict')}
        />
      )}
      <RecoverableDrafts
        records={recoverable.records}
        read={read}
        formatFields={formatFields}
        onRestore={recoverable.restore}
        onDiscard={recoverable.discard}
      />
      {children}
      <UnsavedChangesGuard autosaver={autosaver} />
      <DraftDialogs
        open={open}
        draftEditor={draftEditor}
        formatFields={formatFields}
        hasText={false}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
