import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#src/lib/toast.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const NOT_DISCARDED = 'You went on writing, so nothing is discarded.';

/** Goes back to what was published or saved last. What was only ever begun has nothing to go back to. */
export function DiscardDraft<Fields extends object, Live extends LiveSubject>({
  writing,
}: {
  writing: DraftEditor<Fields, Live>;
}) {
  const { draft, live, calls } = writing;
  const [isConfirming, setAsked] = useState(false);
  const { keeper } = draft;
  if (!live || live.revision <= 1) return null;
  if (keeper.draftBase().version === 0 && !draft.state.isDirty) return null;
  const discard = async () => {
    // Saved first, so that it stays in the revisions.
    await keeper.saveNow();
    const { id, version } = keeper.draftBase();
    const changes = keeper.changes();
    if (version > 0) await calls.discard(id ?? 0, version);
    const { live_draft: liveDraft } = await calls.load(id ?? 0);
    const isDiscarded = draft.applyServerDraft(liveDraft, changes);
    showToast(isDiscarded ? 'The changes are discarded. They stay in the revisions.' : NOT_DISCARDED, 'success');
  };
  return (
    <>
      <Button variant="quiet" className="discard" onClick={() => setAsked(true)}>
        Discard changes
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        busyLabel="Discarding..."
        isDestructive
        onConfirm={discard}
        onClose={() => setAsked(false)}
      >
        <p>
          The text of '{live.title}' goes back to what was published or saved last. What you discard stays in the
          revisions, from which it can be restored.
        </p>
      </ConfirmDialog>
    </>
  );
}
