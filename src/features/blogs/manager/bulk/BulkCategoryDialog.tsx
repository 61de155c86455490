import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { loadCategories } from '#src/features/blogs/manager/post-filter-fields.tsx';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { PostTitles } from '#src/features/blogs/manager/PostTitles.tsx';
import type { BulkRequest, PostSelection } from '#src/features/blogs/manager/posts-api.ts';

type Props = {
  /** Null while it is closed. */
  selection: PostSelection | null;
  onClose: () => void;
  onCategorize: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/**
 * The categories of the selected posts: a box that some of them have is mixed, and stays so until it is pressed. Of posts
 * on other pages it is not known, so every box is mixed.
 */
export function BulkCategoryDialog({ selection, onClose, onCategorize }: Props) {
  const posts = selection?.posts ?? [];
  const isAnywhere = selection?.filter != null;
  const { state } = useQuery(selection ? 'categories with counts' : null, loadCategories);
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const countIn = (id: number) => posts.filter(({ categories }) => categories.some((one) => one.id === id)).length;
  const listChosen = (isOn: boolean) => [...choices].filter(([, choice]) => choice === isOn).map(([id]) => id);
  const close = () => {
    setChoices(new Map());
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={selection !== null}
      title={`Change the categories of ${formatCount(selection?.count ?? 0, 'post')}?`}
      confirmLabel="Save categories"
      busyLabel={BULK_BUSY_LABELS.categorize}
      canConfirm={choices.size > 0}
      onClose={close}
      onConfirm={async () => {
        const change = { addCategoryIds: listChosen(true), removeCategoryIds: listChosen(false) };
        if (selection) await onCategorize({ action: 'categorize', ...change }, selection);
      }}
    >
      {selection && <PostTitles selection={selection} />}
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && <p>Failed to fetch categories</p>}
      {state.status === 'loaded' && (
        <fieldset className="category-boxes">
          <legend>Categories</legend>
          {isAnywhere && <p className="field-hint">Categories you don’t change stay as they are on each post.</p>}
          {state.value.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={choices.get(id) ?? (!isAnywhere && countIn(id) === posts.length)}
              isMixed={!choices.has(id) && (isAnywhere || (countIn(id) > 0 && countIn(id) < posts.length))}
              onChange={({ target }) => setChoices(new Map(choices).set(id, target.checked))}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
