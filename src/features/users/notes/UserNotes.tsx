import { useState } from 'react';
import { USER_NOTE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { UserDetailJson, UserNoteJson } from '#api/features/users/users.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { getShortName } from '#src/features/users/user-labels.ts';
import { addNote, deleteNote, fetchNotes } from '#src/features/users/users-api.ts';

type Props = {
  user: UserDetailJson;
  canManage: boolean;
  /** What is typed and not saved; the screen keeps it while another tab is open. */
  draft: string;
  onDraft: (draft: string) => void;
  /** Called when notes have changed: the timeline names it. */
  onChanged: () => void;
};

/** What staff noted about the user, the newest first. */
export function UserNotes({ user, canManage, draft, onDraft, onChanged }: Props) {
  const { state, reload, replace } = useQuery(`notes ${user.id}`, (signal) => fetchNotes(user.id, signal));
  const show = ({ message, data }: Awaited<ReturnType<typeof addNote>>) => {
    showToast(message, 'success');
    replace(data.notes);
    onChanged();
  };
  return (
    <section className="user-notes" aria-labelledby="user-notes">
      <h2 id="user-notes" tabIndex={-1}>
        Notes
      </h2>
      {canManage && (
        <NoteForm
          user={user}
          draft={draft}
          onDraft={onDraft}
          save={async () => {
            show(await addNote(user.id, draft));
            onDraft('');
          }}
        />
      )}
      {state.status === 'loading' && <Skeleton kind="line" count={2} />}
      {state.status === 'failed' && (
        <ErrorPanel title="Couldn’t load the notes" message={formatError(state.error)} onRetry={reload} />
      )}
      {state.status === 'loaded' && state.value.length === 0 && <p className="none">No notes yet.</p>}
      {state.status === 'loaded' && state.value.length > 0 && (
        <NoteList
          notes={state.value}
          canManage={canManage}
          onDelete={async (note) => show(await deleteNote(user.id, note.id))}
        />
      )}
    </section>
  );
}

type FormProps = Pick<Props, 'user' | 'draft' | 'onDraft'> & { save: () => Promise<void> };

function NoteForm({ user, draft, onDraft, save }: FormProps) {
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(save, () =>
    draft.trim() === '' ? { body: 'Enter a note.' } : {},
  );
  return (
    <form className="form" ref={form} noValidate onSubmit={submit}>
      <TextArea
        label="New note"
        hint={`For staff. It’s part of the data that ${getShortName(user)} can download.`}
        rows={2}
        value={draft}
        error={getIssue('body')}
        maxLength={USER_NOTE_MAX_LENGTH}
        onChange={(event) => onDraft(event.currentTarget.value)}
      />
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button type="submit" variant="secondary" isBusy={isBusy} busyLabel="Adding...">
          Add note
        </Button>
      </div>
    </form>
  );
}

type ListProps = {
  notes: readonly UserNoteJson[];
  canManage: boolean;
  onDelete: (note: UserNoteJson) => Promise<void>;
};

function NoteList({ notes, canManage, onDelete }: ListProps) {
  const [asked, setAsked] = useState<UserNoteJson | null>(null);
  const markRemoved = useFocusAfterDelete(asked !== null, '.user-notes h2');
  return (
    <>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <div className="user-note-text">
              <p className="note-body">{note.body}</p>
              <p className="row-note">
                {note.author?.name ?? 'A former admin'}, <Time iso={note.created_at} isInSentence />
              </p>
            </div>
            {canManage && note.is_own && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete the note ‘${shorten(note.body)}’`}
                title="Delete note"
                onClick={() => setAsked(note)}
              >
                <Icon name="trash" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete this note?"
        confirmLabel="Delete note"
        busyLabel="Deleting..."
        isDestructive
        onConfirm={async () => {
          if (!asked) return;
          await onDelete(asked);
          markRemoved();
        }}
        onClose={() => setAsked(null)}
      >
        <p className="note-body">‘{asked?.body}’</p>
        <p>This can’t be undone.</p>
      </ConfirmDialog>
    </>
  );
}

const LABEL_MAX_LENGTH = 40;

const shorten = (text: string) => (text.length > LABEL_MAX_LENGTH ? `${text.slice(0, LABEL_MAX_LENGTH)}…` : text);
