import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';

export type CategoryPrompt = { kind: 'delete' | 'leave'; category: ManagedCategoryJson };

type Props = {
  prompt: CategoryPrompt | null;
  onClose: () => void;
  onDelete: (category: ManagedCategoryJson) => Promise<void>;
  /** The form switches to this one and discards the typed text. */
  onLeave: (category: ManagedCategoryJson) => void;
};

/** Confirms the deletion of a category, and leaving a form with input. */
export function CategoryDialogs({ prompt, onClose, onDelete, onLeave }: Props) {
  const next = prompt?.kind === 'leave' ? prompt.category : null;
  return (
    <>
      <DeleteDialog
        kind="category"
        item={prompt?.kind === 'delete' ? prompt.category : null}
        onClose={onClose}
        onDelete={onDelete}
      >
        {({ name, blog_count: posts }) => (
          <>
            <strong>{name}</strong> {formatConsequence(posts)}
          </>
        )}
      </DeleteDialog>
      <ConfirmDialog
        isOpen={next !== null}
        title="Discard your changes?"
        confirmLabel="Discard"
        isDestructive
        onClose={onClose}
        onConfirm={async () => {
          if (next) onLeave(next);
        }}
      >
        <p>
          You have unsaved changes. You’ll lose them if you edit <strong>{next?.name}</strong> now.
        </p>
      </ConfirmDialog>
    </>
  );
}

function formatConsequence(posts: number): string {
  if (posts === 0) return 'has no posts. Its page will be removed from the site.';
  const stay = pluralize(posts, 'post is', 'posts are');
  return `will be removed from every post. Its ${posts} ${stay} kept, but its page will be removed from the site.`;
}
