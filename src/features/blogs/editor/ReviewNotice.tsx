import { useState } from 'react';
import type { BlogReviewJson } from '#api/features/blogs/blogs.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { ReviewChangesProps } from './ReviewChanges.tsx';

const loadChanges = () => import('./ReviewChanges.tsx');

type Props = {
  review: BlogReviewJson;
  /** Null for the author, who waits. */
  onReturn: (() => void) | null;
  /** Null where readers have no version to compare with. */
  changes: Omit<ReviewChangesProps, 'onClose'> | null;
};

/** Who waits for whom: what the author wrote to the editors, or an editor to the author. */
export function ReviewNotice({ review, onReturn, changes }: Props) {
  const [isCompared, setCompared] = useState(false);
  const { state, note, at } = review;
  const canReturn = onReturn !== null && state === 'submitted';
  return (
    <Notice tone="info">
      <p>
        <strong>{state === 'submitted' ? 'In review.' : 'Changes asked for.'}</strong> {formatWho(review)}{' '}
        <Time iso={at} isInSentence />.{state === 'submitted' && onReturn === null && ' You can keep editing.'}
      </p>
      {note && <p className="review-note">‘{note}’</p>}
      {(canReturn || changes) && (
        <div className="form-actions">
          {canReturn && (
            <Button variant="secondary" onClick={onReturn}>
              Ask for changes...
            </Button>
          )}
          {changes && (
            <Button variant="secondary" onClick={() => setCompared(true)}>
              See what changed
            </Button>
          )}
        </div>
      )}
      {changes && isCompared && (
        <LazyBoundary load={loadChanges} onClose={() => setCompared(false)}>
          {({ ReviewChanges }) => <ReviewChanges {...changes} onClose={() => setCompared(false)} />}
        </LazyBoundary>
      )}
    </Notice>
  );
}

const formatWho = ({ state, submitted_by: author, reviewed_by: editor }: BlogReviewJson): string =>
  state === 'submitted'
    ? `${author?.name ?? 'Its author'} submitted this`
    : `${editor?.name ?? 'An editor'} sent it back`;
