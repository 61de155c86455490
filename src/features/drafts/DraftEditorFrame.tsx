import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { DraftDialogs, type OpenDialog } from './DraftDialogs.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { DeletedNotice } from '#src/features/drafts/autosave/DeletedNotice.tsx';
import { UnsavedChangesGuard } from '#src/features/drafts/autosave/UnsavedChangesGuard.tsx';
import { RecoverableDrafts } from '#src/features/drafts/local-store/RecoverableDrafts.tsx';
import { SaveStatus } from '#src/features/drafts/autosave/SaveStatus.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { useDraftShortcuts } from './use-draft-shortcuts.ts';
import { useRecoverableDrafts } from '#src/features/drafts/local-store/use-local-drafts.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

/** What is written, in words. */
const SUBJECT_NOUNS = { blog: 'post', document: 'document' } as const;

type Props<Fields extends object, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  /** What stands beside the state of saving. */
  actions: ReactNode;
  publishLabel: string;
  onPublish: () => void;
  children: ReactNode;
};

/** What surrounds every text that is written: is it saved, what was left behind, who else writes, what was before. */
export function DraftEditorFrame<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { draftEditor, formatFields } = props;
  const { autosaver, state, read } = draftEditor.draft;
  const { save } = state;
  const noun = SUBJECT_NOUNS[draftEditor.kind];
  const [open, setOpen] = useState<OpenDialog>(null);
  const bar = useBarHeight();
  const recoverable = useRecoverableDrafts(draftEditor);
  const shortcuts = useDraftShortcuts({
    publishLabel: props.publishLabel,
    onSave: () => void autosaver.saveNow({ allowEmpty: true }).catch(() => undefined),
    onPublish: props.onPublish,
  });

  return (
    <div className="drafting">
      <div ref={bar} className="drafting-bar">
        <SaveStatus state={state} onRetry={() => void autosaver.retry()} onResolve={() => setOpen('conflict')} />
        <div className="drafting-actions">
          {autosaver.draftBase().id !== null && (
            <Button variant="quiet" onClick={() => setOpen('revisions')}>
              Revisions
            </Button>
          )}
          {props.actions}
        </div>
      </div>
      {save.kind === 'conflict' && (
        <ConflictNotice who={save.theirs.user?.name ?? 'Somebody'} noun={noun} onCompare={() => setOpen('conflict')} />
      )}
      {save.kind === 'gone' && (
        <DeletedNotice
          reason={save.reason}
          noun={noun}
          readContent={() => read().content}
          onSaveAsNew={() => autosaver.saveAsNew()}
        />
      )}
      <RecoverableDrafts
        records={recoverable.records}
        read={read}
        formatFields={formatFields}
        onRestore={recoverable.restore}
        onDiscard={recoverable.discard}
      />
      {props.children}
      <KeyboardShortcuts items={shortcuts} />
      <UnsavedChangesGuard autosaver={autosaver} />
      <DraftDialogs open={open} draftEditor={draftEditor} formatFields={formatFields} onClose={() => setOpen(null)} />
    </div>
  );
}

function ConflictNotice({ who, noun, onCompare }: { who: string; noun: string; onCompare: () => void }) {
  return (
    <Notice tone="info">
      <p>
        {who} saved another version of this {noun}. You can go on writing: what you type is kept in this browser, and
        nothing is written over.
      </p>
      <Button onClick={onCompare}>Compare and choose</Button>
    </Notice>
  );
}
