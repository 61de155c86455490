import { showToast } from '#src/lib/toast.ts';
import { paths } from '#src/lib/paths.ts';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import type { ManagedPost } from './posts-api.ts';
import { isScheduled } from './publish-status.ts';

export type PostHandlers = {
  onDuplicate: (post: ManagedPost) => void;
  onUnpublish: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

type TrashHandlers = { onRestore: (post: ManagedPost) => void; onDelete: (post: ManagedPost) => void };

/** The actions on a post in the trash. */
export const createTrashActions = (post: ManagedPost, { onRestore, onDelete }: TrashHandlers): RowAction[][] => [
  [{ label: 'Restore', icon: 'rotate-ccw', onSelect: () => onRestore(post) }],
  [{ label: 'Delete permanently...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(post) }],
];

/** The actions on a post in the list; those that take it away come last. */
export function createPostActions(post: ManagedPost, handlers: PostHandlers): RowAction[][] {
  const view: RowAction[] = post.is_live
    ? [
        { label: 'View on site', icon: 'arrow-up-right', href: paths.blog(post.slug) },
        { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(post) },
      ]
    : [];
  const isPublished = post.status === 'published';
  return [
    [
      { label: 'Edit', icon: 'pencil', href: paths.editBlog(post.id) },
      ...view,
      { label: 'Duplicate', icon: 'copy', onSelect: () => handlers.onDuplicate(post) },
    ],
    [
      ...(isPublished
        ? [
            {
              label: isScheduled(post) ? 'Archive...' : 'Unpublish...',
              icon: 'archive',
              onSelect: () => handlers.onUnpublish(post),
            } as const,
          ]
        : []),
      { label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => handlers.onDelete(post) },
    ],
  ];
}

async function copyLink({ slug }: ManagedPost): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(paths.blog(slug), window.location.origin).href);
    showToast('Link copied', 'success');
  } catch {
    showToast('Couldn’t copy the link. Open the post and copy its address.', 'error');
  }
}
