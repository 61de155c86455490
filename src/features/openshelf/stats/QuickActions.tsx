import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = { isLoading: boolean; onRefresh: () => void };

export function QuickActions({ isLoading, onRefresh }: Props) {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <p className="form-actions">
        <a className="button button-secondary" href={openshelfPaths.reviewQueue}>
          <Icon name="inbox" />
          Review Queue
        </a>
        <a className="button button-secondary" href={openshelfPaths.publicationManager}>
          <Icon name="book-copy" />
          Manage All Publications
        </a>
        <Button variant="secondary" isBusy={isLoading} onClick={onRefresh}>
          <Icon name="refresh-cw" />
          Refresh Statistics
        </Button>
      </p>
    </section>
  );
}
