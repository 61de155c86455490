import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { showToast } from '#src/lib/toast.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const NOT_DISCARDED = 'You went on writing, so nothing is discarded.';

/** Goes back to what was published or saved last. What was only ever begun has nothing to go back to. */
export function DiscardDraft<Fields extends object, Live extends LiveSubject>({
  draftEditor,
}: {
  draftEditor: DraftEditor<Fields, Live>;
}) {
  const { kind, draft, live, draftApi, toContent } = draftEditor;
  const { autosaver } = draft;
  if (!live || live.revision <= 1) return null;
  if (autosaver.draftBase().version === 0 && !draft.state.isDirty) return null;
  const discard = async () => {
    // Saved first, so that it stays in the revisions.
    await autosaver.saveNow();
    const { id, version } = autosaver.draftBase();
    const changes = autosaver.changes();
    if (version > 0) await draftApi.discard(id ?? 0, version);
    const { [kind]: now } = await draftApi.load(id ?? 0);
    const serverDraft = { ...toContent(now), version: 0, base_revision: now.revision, updated_at: now.updated_at };
    const isDiscarded = draft.applyServerDraft(serverDraft, changes);
    showToast(isDiscarded ? 'The changes are discarded. They stay in the revisions.' : NOT_DISCARDED, 'success');
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
        The text of '{live.title}' goes back to what was published or saved last. What you discard stays in the
        revisions, from which it can be restored.
      </p>
    </ConfirmButton>
  );
}
