import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { ReviewActions } from './ReviewActions.tsx';

const ignore = () => undefined;

/** The panel while a publication loads; the actions of one that waits are where they will be. */
export const LoadingPanel = ({ isWaiting }: { isWaiting: boolean }) => (
  <aside className="review-panel" aria-label="Decision" aria-busy data-toast-slot="column">
    <div className="panel-scroll">
      <Skeleton kind="line" count={3} />
    </div>
    {isWaiting && (
      <ReviewActions hasReason={false} blocked={null} failure={null} waitsFor="text" sending={null} onDecide={ignore} />
    )}
  </aside>
);
