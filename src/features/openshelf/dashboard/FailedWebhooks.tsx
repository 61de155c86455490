import { formatNumber } from '#api/domain/numbers.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';

/** Decisions that the publishing service doesn't know of, and the way to send them again. */
export function FailedWebhooks({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="error">
      <p>
        {count === 1 ? '1 decision' : `${formatNumber(count)} decisions`} didn’t reach the publishing service.{' '}
        <a href={openshelfPaths.failedOpenshelfWebhooks}>See what failed and send it again</a>
      </p>
    </Notice>
  );
}
