import './reason-choice.css';
import { useQuery } from '#src/lib/use-query.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { fetchReasons } from '#src/features/openshelf/openshelf-api.ts';
import { type CommentDraft, editComments, toggleReason } from './comment-draft.ts';
import { COMMENTS_MAX_LENGTH, ReasonChoice } from './ReasonChoice.tsx';

type Props = {
  draft: CommentDraft;
  category: string | null;
  label: string;
  error?: string | undefined;
  onChange: (draft: CommentDraft) => void;
};

/** The reasons for a rejection, and the comments that follow from them, in a dialog. */
export function RejectionFields({ draft, category, label, error, onChange }: Props) {
  const { state, retry } = useQuery('reasons', fetchReasons);
  const reasons = state.status === 'loaded' ? state.value : [];
  return (
    <>
      <ReasonChoice
        reasons={reasons}
        chosenIds={draft.reasonIds}
        onRetry={state.status === 'failed' ? retry : null}
        onToggle={(reason) => onChange(toggleReason(draft, { reason, reasons, category: category ?? '' }))}
      />
      <TextArea
        label={label}
        rows={4}
        value={draft.comments}
        error={error}
        maxLength={COMMENTS_MAX_LENGTH}
        onChange={(event) => onChange(editComments(draft, event.target.value))}
      />
    </>
  );
}
