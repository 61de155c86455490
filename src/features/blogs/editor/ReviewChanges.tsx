import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { DraftDiff } from '#src/features/drafts/conflicts/DraftDiff.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import type { BlogDraftContent } from './blog-draft.ts';

export type ReviewChangesProps = {
  /** What readers have. */
  live: BlogDraftContent;
  read: () => BlogDraftContent;
  formatFields: FieldFormatter<BlogDraftFields>;
  onClose: () => void;
};

/** From what readers have to the draft that is in review. */
export const ReviewChanges = ({ live, read, formatFields, onClose }: ReviewChangesProps) => (
  <Modal isOpen title="What changed" isWide onClose={onClose}>
    <DraftDiff before={live} after={read()} formatFields={formatFields} />
  </Modal>
);
