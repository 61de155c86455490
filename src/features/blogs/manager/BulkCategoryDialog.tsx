import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { loadCategories } from './PostFilters.tsx';
import { PostTitles } from './PostTitles.tsx';
import type { BulkRequest, ManagedPost } from './posts-api.ts';

type Props = {
  /** Null while it is closed. */
  posts: readonly ManagedPost[] | null;
  onClose: () => void;
  onCategorize: (request: BulkRequest, posts: readonly ManagedPost[]) => Promise<void>;
};

const NO_POSTS: readonly ManagedPost[] = [];

/** The categories of the selected posts: a box that some of them have is mixed, and stays so until it is pressed. */
export function BulkCategoryDialog({ posts: openPosts, onClose, onCategorize }: Props) {
  const posts = openPosts ?? NO_POSTS;
  const { state } = useQuery(openPosts ? 'categories' : null, loadCategories);
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const countIn = (id: number) => posts.filter(({ categories }) => categories.some((one) => one.id === id)).length;
  const listChosen = (isOn: boolean) => [...choices].filter(([, choice]) => choice === isOn).map(([id]) => id);
  const close = () => {
    setChoices(new Map());
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={openPosts !== null}
      title={`Change the categories of ${formatCount(posts.length, 'post')}?`}
      confirmLabel="Save categories"
      busyLabel="Saving..."
      canConfirm={choices.size > 0}
      onClose={close}
      onConfirm={() =>
        onCategorize(
          { action: 'categorize', addCategoryIds: listChosen(true), removeCategoryIds: listChosen(false) },
          posts,
        )
      }
    >
      <PostTitles posts={posts} />
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && <p>Failed to fetch categories</p>}
      {state.status === 'loaded' && (
        <fieldset className="category-boxes">
          <legend>Categories</legend>
          {state.value.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={choices.get(id) ?? countIn(id) === posts.length}
              isMixed={!choices.has(id) && countIn(id) > 0 && countIn(id) < posts.length}
              onChange={({ target }) => setChoices(new Map(choices).set(id, target.checked))}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
