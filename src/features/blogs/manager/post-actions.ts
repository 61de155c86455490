import { showToast } from '#src/lib/toast.ts';
import { paths } from '#src/lib/paths.ts';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import type { ManagedPost } from './posts-api.ts';
import { isScheduled } from './publish-status.ts';

export type PostHandlers = {
  /** Who may not publish deletes drafts, and takes nothing off the site. */
  canPublish: boolean;
  onDuplicate: (post: ManagedPost) => void;
  onUnpublish: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

type TrashHandlers = {
  canPublish: boolean;
  onRestore: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

/** The actions on a post in the trash. */
export const createTrashActions = (
  post: ManagedPost,
  { canPublish, onRestore, onDelete }: TrashHandlers,
): RowAction[][] => [
  [{ label: 'Restore', icon: 'rotate-ccw', onSelect: () => onRestore(post) }],
  canPublish
    ? [{ label: 'Delete permanently...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(post) }]
    : [],
];

/** The actions on a post in the list; those that take it away come last. */
export function createPostActions(post: ManagedPost, handlers: PostHandlers): RowAction[][] {
  const view: RowAction[] = post.is_live
    ? [
        { label: 'View on site', icon: 'arrow-up-right', href: paths.blog(post.slug) },
        { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(post) },
      ]
    : [];
  const canUnpublish = handlers.canPublish && post.status === 'published';
  const canDelete = handlers.canPublish || post.status === 'draft';
  return [
    [
      { label: 'Edit', icon: 'pencil', href: paths.editBlog(post.id) },
      ...view,
      { label: 'Duplicate', icon: 'copy', onSelect: () => handlers.onDuplicate(post) },
    ],
    [
      ...(canUnpublish
        ? [
            {
              label: isScheduled(post) ? 'Archive...' : 'Unpublish...',
              icon: 'archive',
              onSelect: () => handlers.onUnpublish(post),
            } as const,
          ]
        : []),
      ...(canDelete
        ? [
            {
              label: 'Delete...',
              icon: 'trash',
              isDestructive: true,
              onSelect: () => handlers.onDelete(post),
            } as const,
          ]
        : []),
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
