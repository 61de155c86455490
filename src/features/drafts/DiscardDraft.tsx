import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { showToast } from '#src/lib/toast.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const NOT_DISCARDED = 'You kept writing, so nothing was discarded.';

/** Returns to the published or last saved version. A new draft has none. */
export function DiscardDraft<Fields extends object, Live extends LiveSubject>({
  draftEditor,
}: {
  draftEditor: DraftEditor<Fields, Live>;
}) {
  const { draft, live, isNew, hasChanges, draftApi } = draftEditor;
  const { autosaver } = draft;
  if (!live || isNew || !hasChanges) return null;
  const discard = async () => {
    // Saved first, so that it stays in the revisions.
    await autosaver.saveNow();
    const { id, version } = autosaver.draftBase();
    const changes = autosaver.changes();
    if (version > 0) await draftApi.discard(id ?? 0, version);
    const { live_draft: liveDraft } = await draftApi.load(id ?? 0);
    const isDiscarded = draft.applyServerDraft(liveDraft, changes);
    showToast(isDiscarded ? 'Changes discarded. You can restore them from the revisions.' : NOT_DISCARDED, 'success');
  };
  return (
    <ConfirmButton
      label="Discard changes"
      button={{ variant: 'quiet', className: 'discard' }}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      busyLabel="Discarding..."
      isDestructive
      onConfirm={discard}
    >
      <p>
        ‘{live.title}’ goes back to the last published or saved version. You can restore your changes from the
        revisions.
      </p>
    </ConfirmButton>
  );
}
