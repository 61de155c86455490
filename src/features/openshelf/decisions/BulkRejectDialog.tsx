import { formatNumber } from '#api/domain/numbers.ts';
import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/dialogs/ConfirmDialog.tsx';
import type { Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { EMPTY_DRAFT } from './comment-draft.ts';
import { RejectionFields } from './RejectionFields.tsx';

type Props = Pick<ConfirmDialogProps, 'isOpen' | 'onClose'> & {
  count: number;
  onConfirm: (rejection: Rejection) => Promise<void>;
};

/** Asks for the reasons of one rejection of many publications. */
export const BulkRejectDialog = ({ count, ...dialog }: Props) => (
  <RejectReasonsDialog
    {...dialog}
    title={`Reject ${formatCount(count, 'publication')}?`}
    confirmLabel={`Reject ${formatNumber(count)}`}
    defaultComments={DEFAULT_REJECTION_COMMENTS.bulk}
    isForOne={count === 1}
    category={null}
  />
);

type ReasonsProps = Omit<Props, 'count'> &
  Pick<ConfirmDialogProps, 'title' | 'confirmLabel'> & {
    /** What is sent without a reason and without comments. */
    defaultComments: string;
    isForOne: boolean;
    /** Its wording of the reasons; null for publications of several categories. */
    category: string | null;
  };

/** Asks for the reasons of a rejection; without any, the author reads the default comments. */
export function RejectReasonsDialog({
  defaultComments,
  isForOne,
  category,
  onConfirm,
  onClose,
  ...dialog
}: ReasonsProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const close = () => {
    setDraft(EMPTY_DRAFT);
    onClose();
  };
  const confirm = () => {
    const { comments, reasonIds } = draft;
    return onConfirm({
      comments: comments.trim() || defaultComments,
      ...(reasonIds.length > 0 && { reason_ids: [...reasonIds] }),
    });
  };
  return (
    <ConfirmDialog {...dialog} busyLabel="Rejecting..." isDestructive onConfirm={confirm} onClose={close}>
      <RejectionFields
        {...{ draft, category }}
        label={isForOne ? 'Comments to the author' : 'Comments to the authors'}
        onChange={setDraft}
      />
      <p className="row-note">
        Without comments {isForOne ? 'the author reads' : 'the authors read'} ‘{defaultComments}’. You can undo this for
        10 seconds.
      </p>
    </ConfirmDialog>
  );
}
