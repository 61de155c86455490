import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { bulkWords, namesOf } from './bulk-action-copy.ts';
import type { BulkAction, Post } from './posts-api.ts';

export type Asked =
  | { kind: 'trash'; post: Post }
  | { kind: 'for-good'; post: Post }
  | { kind: 'bulk'; action: BulkAction; posts: Post[] };

type Props = {
  asked: Asked | null;
  onClose: () => void;
  onTrash: (post: Post) => Promise<void>;
  onDeleteForGood: (post: Post) => Promise<void>;
  onBulk: (action: BulkAction, posts: Post[]) => Promise<void>;
};

const NOTHING = Promise.resolve();

/** Asks before whatever cannot be seen at a glance or taken back with one click. */
export function PostDialogs({ asked, onClose, onTrash, onDeleteForGood, onBulk }: Props) {
  const bulk = asked?.kind === 'bulk' ? asked : null;
  const words = bulkWords(bulk?.action ?? 'publish', bulk?.posts.length ?? 0);
  return (
    <>
      <ConfirmDialog
        isOpen={asked?.kind === 'trash'}
        title="Are you sure you want to delete this blog?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (asked?.kind === 'trash' ? onTrash(asked.post) : NOTHING)}
      >
        {asked?.kind === 'trash' && (
          <p>
            <Name post={asked.post} /> goes to the trash.
            {asked.post.is_live ? ' Readers no longer find it.' : ''} You can restore it from there as a draft.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked?.kind === 'for-good'}
        title="Delete this blog for good?"
        confirmLabel="Delete for good"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (asked?.kind === 'for-good' ? onDeleteForGood(asked.post) : NOTHING)}
      >
        {asked?.kind === 'for-good' && (
          <p>
            <Name post={asked.post} /> is deleted with all of its revisions. This action cannot be undone.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={bulk !== null}
        title={words.title}
        confirmLabel={words.confirm}
        busyLabel={words.busy}
        isDestructive={bulk?.action === 'delete'}
        onClose={onClose}
        onConfirm={() => (bulk ? onBulk(bulk.action, bulk.posts) : NOTHING)}
      >
        <p>{words.consequence}</p>
        <ul className="named">
          {namesOf(bulk?.posts ?? []).map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two posts may bear the same title
            <li key={at}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

const Name = ({ post }: { post: Post }) => <strong>{post.title || 'Without a title'}</strong>;
