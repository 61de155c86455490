import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { BulkCategoryDialog } from '#src/features/blogs/manager/bulk/BulkCategoryDialog.tsx';
import { BulkScheduleDialog } from '#src/features/blogs/manager/bulk/BulkScheduleDialog.tsx';
import { formatPostTitle, getBulkActionCopy, getPostActionCopy, type PostAction } from './bulk-action-copy.ts';
import { PostThumb } from '#src/ui/covers/PostThumb.tsx';
import { PostTitles } from './PostTitles.tsx';
import { type BulkAction, type BulkRequest, type ManagedPost, type PostSelection, toThumb } from './posts-api.ts';
import { paths } from '#src/lib/paths.ts';

type PostActionPrompt = { kind: PostAction; post: ManagedPost };
type BulkPrompt = { kind: 'bulk'; action: BulkAction; selection: PostSelection };
export type PostPrompt = PostActionPrompt | BulkPrompt;

type Props = {
  prompt: PostPrompt | null;
  onClose: () => void;
  onAct: (action: PostAction, post: ManagedPost) => Promise<void>;
  onBulk: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/** Asks before whatever cannot be seen at a glance or taken back with one click. */
export function PostDialogs({ prompt, onClose, onAct, onBulk }: Props) {
  const bulk = prompt?.kind === 'bulk' ? prompt : null;
  const selectionFor = (action: BulkAction) => (bulk?.action === action ? bulk.selection : null);
  return (
    <>
      <PostActionDialog prompt={prompt?.kind === 'bulk' ? null : prompt} onClose={onClose} onAct={onAct} />
      <SimpleBulkDialog prompt={bulk} onClose={onClose} onBulk={onBulk} />
      <BulkScheduleDialog selection={selectionFor('schedule')} onClose={onClose} onSchedule={onBulk} />
      <BulkCategoryDialog selection={selectionFor('categorize')} onClose={onClose} onCategorize={onBulk} />
    </>
  );
}

function PostActionDialog({
  prompt,
  onClose,
  onAct,
}: Pick<Props, 'onClose' | 'onAct'> & { prompt: PostActionPrompt | null }) {
  const copy = prompt && getPostActionCopy(prompt.kind, prompt.post);
  return (
    <ConfirmDialog
      isOpen={prompt !== null}
      title={copy?.title ?? ''}
      confirmLabel={copy?.confirm ?? ''}
      busyLabel={copy?.busy}
      isDestructive={prompt?.kind !== 'unpublish'}
      {...(prompt?.kind === 'trash' && { failure: 'Failed to delete blog' })}
      onClose={onClose}
      onConfirm={async () => {
        if (prompt) await onAct(prompt.kind, prompt.post);
      }}
    >
      {prompt && <PostSubject post={prompt.post} />}
      <p>{copy?.consequence}</p>
    </ConfirmDialog>
  );
}

function SimpleBulkDialog({
  prompt,
  onClose,
  onBulk,
}: Pick<Props, 'onClose' | 'onBulk'> & { prompt: BulkPrompt | null }) {
  const { action, selection } = prompt ?? {};
  const isSimple = action !== undefined && action !== 'schedule' && action !== 'categorize';
  const copy = isSimple ? getBulkActionCopy(action, selection?.count ?? 0) : null;
  return (
    <ConfirmDialog
      isOpen={isSimple}
      title={copy?.title ?? ''}
      confirmLabel={copy?.confirm ?? ''}
      busyLabel={copy?.busy}
      isDestructive={action === 'delete'}
      onClose={onClose}
      onConfirm={async () => {
        if (isSimple && selection) await onBulk({ action }, selection);
      }}
    >
      <p>{copy?.consequence}</p>
      {selection && <PostTitles selection={selection} />}
    </ConfirmDialog>
  );
}

/** The post that a dialog is about. */
const PostSubject = ({ post }: { post: ManagedPost }) => (
  <div className="dialog-subject">
    <PostThumb {...toThumb(post)} />
    <p>
      <strong>{formatPostTitle(post)}</strong>
      <span className="row-note">{paths.blog(post.slug)}</span>
    </p>
  </div>
);
