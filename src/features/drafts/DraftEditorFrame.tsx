import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { DraftDialogs, type OpenDialog } from './DraftDialogs.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { DeletedNotice } from '#src/features/drafts/autosave/DeletedNotice.tsx';
import { UnsavedChangesGuard } from '#src/features/drafts/autosave/UnsavedChangesGuard.tsx';
import { RecoverableDrafts } from '#src/features/drafts/local-store/RecoverableDrafts.tsx';
import { SaveStatus } from '#src/features/drafts/autosave/SaveStatus.tsx';
import { RoomBar } from './editor-layout/RoomBar.tsx';
import { formatPublishState } from './editor-layout/publish-state.ts';
import { useOpenEditors } from './editor-layout/use-open-editors.ts';
import { useDraftShortcuts } from './use-draft-shortcuts.ts';
import { useRecoverableDrafts } from '#src/features/drafts/local-store/use-local-drafts.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

/** What is written, as a noun. */
const SUBJECT_NOUNS = {
  blog: 'post',
  document: 'document',
  settings: 'settings',
  navigation: 'navigation',
  page: 'page',
  product: 'product',
  plan: 'plan',
} as const;

type Props<Fields extends object, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  bar: Omit<ComponentProps<typeof RoomBar>, 'status' | 'publishState' | 'openEditors'>;
  publishLabel: string;
  onPublish: () => void;
  /** Notices between the bar and the text. */
  notices: ReactNode;
  /** Given the buttons that open the revisions and the list of shortcuts. */
  children: (buttons: { revisions: ReactNode; shortcuts: ReactNode }) => ReactNode;
};

/** What surrounds every text that is written: is it saved, what can be recovered, who else writes, what was before. */
export function DraftEditorFrame<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { draftEditor, formatFields } = props;
  const { kind, userId } = draftEditor;
  const { autosaver, state, read } = draftEditor.draft;
  const { save } = state;
  const { id } = autosaver.draftBase();
  const noun = SUBJECT_NOUNS[kind];
  const [open, setOpen] = useState<OpenDialog>(null);
  const recoverable = useRecoverableDrafts(draftEditor);
  const isPaused = save.kind === 'ended' || save.kind === 'gone';
  const openEditors = useOpenEditors({ kind, id, userId, clientId: autosaver.clientId(), isPaused });
  const shortcuts = useDraftShortcuts({
    publishLabel: props.publishLabel,
    onSave: () => void autosaver.saveNow().catch(() => undefined),
    onPublish: props.onPublish,
  });

  return (
    <div className="room">
      <RoomBar
        {...props.bar}
        openEditors={openEditors}
        publishState={draftEditor.hasChanges ? formatPublishState(draftEditor.live, Date.now()) : null}
        status={
          <SaveStatus
            state={state}
            userId={userId}
            onRetry={() => void autosaver.retry()}
            onResolve={() => setOpen('conflict')}
          />
        }
      />
      <div className="room-notices">
        {save.kind === 'conflict' && (
          <ConflictNotice
            isOwn={save.theirs.user?.id === userId}
            who={save.theirs.user?.name ?? 'Someone'}
            what={`this ${noun}`}
            onCompare={() => setOpen('conflict')}
          />
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
        {props.notices}
      </div>
      {props.children({
        revisions: id !== null && (
          <Button variant="quiet" onClick={() => setOpen('revisions')}>
            Revisions
          </Button>
        ),
        shortcuts: <KeyboardShortcuts items={shortcuts} />,
      })}
      <UnsavedChangesGuard autosaver={autosaver} />
      <DraftDialogs open={open} draftEditor={draftEditor} formatFields={formatFields} onClose={() => setOpen(null)} />
    </div>
  );
}

type ConflictProps = {
  isOwn: boolean;
  who: string;
  /** What both changed: 'this post'. */
  what: string;
  onCompare: () => void;
};

export function ConflictNotice({ isOwn, who, what, onCompare }: ConflictProps) {
  return (
    <Notice tone="info">
      <p>
        {isOwn ? 'You saved a different version in another tab. ' : `${who} saved a different version of ${what}. `}
        You can keep writing: your text is kept in this browser and nothing is overwritten.
      </p>
      <Button onClick={onCompare}>Compare versions</Button>
    </Notice>
  );
}
