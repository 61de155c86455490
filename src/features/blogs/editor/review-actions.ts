import { REVIEW_NOTE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { BlogDraftFields, BlogReviewJson } from '#api/features/blogs/blogs.contract.ts';
import type { PublishAction } from '#src/features/drafts/publish/publish-action.ts';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Action = PublishAction<BlogDraftFields>;

/** What is between the author of the draft and an editor, on this screen. */
export type BlogReview = {
  /** Else the draft is submitted, and an editor publishes it. */
  canPublish: boolean;
  review: BlogReviewJson | null;
  setReview: (review: BlogReviewJson | null) => void;
};

/** What an author does in place of publishing, by whether the draft is in review. */
export const getAuthorAction = ({ review, setReview }: BlogReview): Action =>
  review?.state === 'submitted' ? createWithdrawal(setReview) : createSubmission(setReview);

const createSubmission = (setReview: BlogReview['setReview']): Action => ({
  label: 'Submit for review...',
  confirmLabel: 'Submit for review',
  busyLabel: 'Submitting...',
  consequence: 'Editors will see it on their start page. You can keep editing.',
  isPublic: true,
  note: { label: 'Note (optional)', maxLength: REVIEW_NOTE_MAX_LENGTH },
  changes: {},
  async run(id, version, note) {
    setReview((await api.post('/api/blogs/:id/submit', { param: { id }, json: { version, note } })).review);
    showToast('Submitted for review', 'success');
  },
});

const createWithdrawal = (setReview: BlogReview['setReview']): Action => ({
  label: 'Withdraw...',
  confirmLabel: 'Withdraw',
  busyLabel: 'Withdrawing...',
  consequence: 'Editors won’t see it on their start page any more. You can submit it again at any time.',
  isPublic: false,
  changes: {},
  async run(id) {
    await api.post('/api/blogs/:id/withdraw', { param: { id } });
    setReview(null);
    showToast('Taken back from review', 'success');
  },
});

/** What an editor does with a draft that isn’t ready. */
export const createReturn = (setReview: BlogReview['setReview']): Action => ({
  label: 'Ask for changes...',
  confirmLabel: 'Ask for changes',
  busyLabel: 'Sending...',
  consequence: 'The author will see your note in the editor and on the start page.',
  isPublic: false,
  note: { label: 'What should change?', maxLength: REVIEW_NOTE_MAX_LENGTH, missing: 'Say what should change.' },
  changes: {},
  async run(id, _version, note) {
    setReview((await api.post('/api/blogs/:id/return', { param: { id }, json: { note } })).review);
    showToast('Changes asked for', 'success');
  },
});
