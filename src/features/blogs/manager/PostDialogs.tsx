import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { getBulkActionCopy, listPostTitles } from './bulk-action-copy.ts';
import type { BulkAction, ManagedPost } from './posts-api.ts';

export type PostPrompt =
  | { kind: 'trash'; post: ManagedPost }
  | { kind: 'for-good'; post: ManagedPost }
  | { kind: 'bulk'; action: BulkAction; posts: ManagedPost[] };

type Props = {
  prompt: PostPrompt | null;
  onClose: () => void;
  onTrash: (post: ManagedPost) => Promise<void>;
  onDeletePermanently: (post: ManagedPost) => Promise<void>;
  onBulk: (action: BulkAction, posts: ManagedPost[]) => Promise<void>;
};

const NOTHING = Promise.resolve();

/** Asks before whatever cannot be seen at a glance or taken back with one click. */
export function PostDialogs({ prompt, onClose, onTrash, onDeletePermanently, onBulk }: Props) {
  const bulk = prompt?.kind === 'bulk' ? prompt : null;
  const copy = getBulkActionCopy(bulk?.action ?? 'publish', bulk?.posts.length ?? 0);
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
          <p>
            <PostTitle post={prompt.post} /> goes to the trash.
            {prompt.post.is_live ? ' Readers no longer find it.' : ''} You can restore it from there as a draft.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.kind === 'for-good'}
        title="Delete this blog for good?"
        confirmLabel="Delete for good"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (prompt?.kind === 'for-good' ? onDeletePermanently(prompt.post) : NOTHING)}
      >
        {prompt?.kind === 'for-good' && (
          <p>
            <PostTitle post={prompt.post} /> is deleted with all of its revisions. This action cannot be undone.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={bulk !== null}
        title={copy.title}
        confirmLabel={copy.confirm}
        busyLabel={copy.busy}
        isDestructive={bulk?.action === 'delete'}
        onClose={onClose}
        onConfirm={() => (bulk ? onBulk(bulk.action, bulk.posts) : NOTHING)}
      >
        <p>{copy.consequence}</p>
        <ul className="named">
          {listPostTitles(bulk?.posts ?? []).map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two posts may bear the same title
            <li key={at}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

const PostTitle = ({ post }: { post: ManagedPost }) => <strong>{post.title || 'Without a title'}</strong>;
