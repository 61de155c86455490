import type { ComponentProps } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';

type Props = Omit<ComponentProps<typeof DeleteDialog<ManagedCategoryJson>>, 'children'>;

/** Asks before a category is deleted, and says what happens to its posts and its page. */
export function DeleteCategoryDialog(props: Props) {
  return (
    <DeleteDialog {...props}>
      {({ name, blog_count: posts }) => (
        <>
          <strong>{name}</strong> {formatConsequence(posts)}
        </>
      )}
    </DeleteDialog>
  );
}

function formatConsequence(posts: number): string {
  if (posts === 0) return 'has no posts. Its page will be removed from the site.';
  const stay = pluralize(posts, 'post is', 'posts are');
  return `will be removed from every post. Its ${posts} ${stay} kept, but its page will be removed from the site.`;
}
