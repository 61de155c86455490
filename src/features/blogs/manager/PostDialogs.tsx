import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { BulkCategoryDialog } from './BulkCategoryDialog.tsx';
import { BulkScheduleDialog } from './BulkScheduleDialog.tsx';
import { getBulkActionCopy } from './bulk-action-copy.ts';
import { formatPostTitle } from './PostRow.tsx';
import { PostThumb } from './PostThumb.tsx';
import { PostTitles } from './PostTitles.tsx';
import type { BulkAction, BulkRequest, ManagedPost } from './posts-api.ts';
import { paths } from '#src/lib/paths.ts';

export type PostPrompt =
  | { kind: 'trash' | 'delete-permanently' | 'unpublish'; post: ManagedPost }
  | { kind: 'bulk'; action: BulkAction; posts: ManagedPost[] };

type Props = {
  prompt: PostPrompt | null;
  onClose: () => void;
  onTrash: (post: ManagedPost) => Promise<void>;
  onUnpublish: (post: ManagedPost) => Promise<void>;
  onDeletePermanently: (post: ManagedPost) => Promise<void>;
  onBulk: (request: BulkRequest, posts: readonly ManagedPost[]) => Promise<void>;
};

const NOTHING = Promise.resolve();

/** Asks before whatever cannot be seen at a glance or taken back with one click. */
export function PostDialogs(props: Props) {
  const { prompt, onClose, onBulk } = props;
  const bulk = prompt?.kind === 'bulk' ? prompt : null;
  const simpleBulk =
    bulk && bulk.action !== 'schedule' && bulk.action !== 'categorize' ? { ...bulk, action: bulk.action } : null;
  const copy = getBulkActionCopy(simpleBulk?.action ?? 'publish', bulk?.posts.length ?? 0);
  return (
    <>
      <OnePostDialogs {...props} />
      <ConfirmDialog
        isOpen={simpleBulk !== null}
        title={copy.title}
        confirmLabel={copy.confirm}
        busyLabel={copy.busy}
        isDestructive={simpleBulk?.action === 'delete'}
        onClose={onClose}
        onConfirm={() => (simpleBulk ? onBulk({ action: simpleBulk.action }, simpleBulk.posts) : NOTHING)}
      >
        <p>{copy.consequence}</p>
        <PostTitles posts={bulk?.posts ?? []} />
      </ConfirmDialog>
      <BulkScheduleDialog
        posts={bulk?.action === 'schedule' ? bulk.posts : null}
        onClose={onClose}
        onSchedule={onBulk}
      />
      <BulkCategoryDialog
        posts={bulk?.action === 'categorize' ? bulk.posts : null}
        onClose={onClose}
        onCategorize={onBulk}
      />
    </>
  );
}

function OnePostDialogs({ prompt, onClose, onTrash, onUnpublish, onDeletePermanently }: Props) {
  return (
    <>
      <ConfirmDialog
        isOpen={prompt?.kind === 'trash'}
        title="Are you sure you want to delete this blog?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (prompt?.kind === 'trash' ? onTrash(prompt.post) : NOTHING)}
      >
        {prompt?.kind === 'trash' && (
          <>
            <PostSubject post={prompt.post} />
            <p>
              {`${formatPostTitle(prompt.post)} will move to the trash.`}
              {prompt.post.is_live ? ' It will no longer be on the site.' : ''} You can restore it from there as a
              draft.
            </p>
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.kind === 'unpublish'}
        title="Unpublish this post?"
        confirmLabel="Unpublish"
        busyLabel="Unpublishing..."
        onClose={onClose}
        onConfirm={() => (prompt?.kind === 'unpublish' ? onUnpublish(prompt.post) : NOTHING)}
      >
        {prompt?.kind === 'unpublish' && (
          <>
            <PostSubject post={prompt.post} />
            <p>The post comes off the site and moves to the archive.</p>
          </>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.kind === 'delete-permanently'}
        title="Delete this post permanently?"
        confirmLabel="Delete permanently"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (prompt?.kind === 'delete-permanently' ? onDeletePermanently(prompt.post) : NOTHING)}
      >
        {prompt?.kind === 'delete-permanently' && (
          <>
            <PostSubject post={prompt.post} />
            <p>{`${formatPostTitle(prompt.post)} and all its revisions will be deleted. This action cannot be undone.`}</p>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** The post that a dialog is about. */
const PostSubject = ({ post }: { post: ManagedPost }) => (
  <div className="dialog-subject">
    <PostThumb post={post} />
    <p>
      <strong>{formatPostTitle(post)}</strong>
      <span className="row-note">{paths.blog(post.slug)}</span>
    </p>
  </div>
);
