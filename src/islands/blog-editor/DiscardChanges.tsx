import { useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { DraftInHand } from '#src/components/drafting/use-draft.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { showToast } from '#src/lib/toast.ts';
import { blogCalls, textOfBlog } from './blog-text.ts';

type Props = { draft: DraftInHand<BlogDraftFields>; blog: BlogJson | null };

/** Goes back to what readers have. For a post that was published or saved before; a new one has nothing to go back to. */
export function DiscardChanges({ draft, blog }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { keeper } = draft;
  // A post that was only ever begun is at its first revision, and holds nothing.
  if (!blog || blog.revision <= 1) return null;
  if (keeper.origin().version === 0 && !draft.state.isDirty) return null;
  const discard = async () => {
    // Saved first, so that it stays in the revisions.
    await keeper.saveNow();
    const { id, version } = keeper.origin();
    if (version > 0) await blogCalls.discard(id ?? 0, version);
    // What readers have may be newer than what this screen was opened with.
    const { blog: live } = await blogCalls.open(id ?? 0, new AbortController().signal);
    draft.take({ ...textOfBlog(live), version: 0, base_revision: live.revision, updated_at: live.updated_at });
    showToast('The changes are discarded. They stay in the revisions.', 'success');
  };
  return (
    <>
      <Button variant="quiet" className="discard" onClick={() => setAsked(true)}>
        Discard changes
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        busyLabel="Discarding..."
        isDestructive
        onConfirm={discard}
        onClose={() => setAsked(false)}
      >
        <p>
          The text of '{blog.title}' goes back to what was published or saved last. What you discard stays in the
          revisions, from which it can be restored.
        </p>
      </ConfirmDialog>
    </>
  );
}
