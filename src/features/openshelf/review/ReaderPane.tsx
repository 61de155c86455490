import type { Ref } from 'react';
import { AllReviewed } from '#src/features/openshelf/decisions/AllReviewed.tsx';
import { type ReaderHandle, TextPane } from '#src/features/openshelf/reader/TextPane.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { ReaderHead } from './ReaderHead.tsx';
import type { useReview } from './use-review.ts';

type Props = {
  review: ReturnType<typeof useReview>;
  viewerId: number;
  headingRef: Ref<HTMLHeadingElement>;
  readerRef: Ref<ReaderHandle>;
};

/** The text of the open publication, or why there is none. */
export function ReaderPane({ review, viewerId, headingRef, readerRef }: Props) {
  const { detail, summary, isFinished } = review;
  if (isFinished) return <NothingPending />;
  if (review.id === null || detail.isMissing) return <PublicationNotFound />;
  if (detail.error !== null)
    return <LoadError message={`Failed to fetch publication details: ${detail.error}`} onRetry={detail.reload} />;
  return (
    <article className="review-reader" aria-busy={!detail.publication}>
      {summary && (
        <ReaderHead
          publication={summary}
          place={review.place}
          headingRef={headingRef}
          canMove={review.canMove}
          onMove={review.move}
        />
      )}
      {detail.publication ? (
        <TextPane publication={detail.publication} viewerId={viewerId} handleRef={readerRef} />
      ) : (
        <Skeleton kind="line" count={8} />
      )}
    </article>
  );
}

/** In place of the title of a publication. */
const ScreenHeading = () => <h1 className="visually-hidden">Review</h1>;

const focusWhenShown = (node: HTMLElement | null) => node?.focus();

const BackToReviews = () => (
  <a className="button button-secondary" href={openshelfPaths.reviewQueue}>
    Back to Reviews
  </a>
);

/** The last one is decided. The focus moves here: the actions are gone. */
const NothingPending = () => (
  <div className="review-reader review-empty" ref={focusWhenShown} tabIndex={-1}>
    <ScreenHeading />
    <AllReviewed />
  </div>
);

const PublicationNotFound = () => (
  <div className="review-reader review-empty">
    <ScreenHeading />
    <EmptyState title="Publication Not Found" icon="file-text" action={<BackToReviews />}>
      <p>The requested publication could not be found.</p>
    </EmptyState>
  </div>
);

const LoadError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div className="review-reader review-failed">
    <ScreenHeading />
    <ErrorPanel title="Error Loading Publication" message={message} onRetry={onRetry} action={<BackToReviews />} />
  </div>
);
