import { formatNumber } from '#api/domain/numbers.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { formatCount } from '#api/domain/plurals.ts';
import { mergePublish } from '#src/stores/publishes.ts';
import { CHANGE_LABELS } from '#src/features/releases/release-labels.ts';
import { isOpenPublish, getPublishStatusLabel } from './publish-labels.ts';
import { useRetryPublish } from './use-retry-publish.ts';

/** Paths shown in the row; further ones are only counted. */
const MAX_SHOWN_PATHS = 60;

export function PublishRow({ publish, isPaused }: { publish: PublishJson; isPaused: boolean }) {
  const { label, tone } = getPublishStatusLabel(publish, isPaused);
  return (
    <tr data-publish={publish.id}>
      <td className="title-cell">
        <span className="row-title">{publish.reason}</span>
        {publish.user && <span className="row-note">{publish.user.name}</span>}
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
        {publish.status === 'failed' && <Failure publish={publish} />}
      </td>
      <td>{isOpenPublish(publish) ? 'Not known yet' : <Paths publish={publish} />}</td>
      <td className="narrow">
        <Time iso={publish.finished_at ?? publish.created_at} />
      </td>
      <td className="narrow">{publish.status === 'failed' && <Retry publish={publish} />}</td>
    </tr>
  );
}

function Failure({ publish }: { publish: PublishJson }) {
  return (
    <span className="failure">
      {publish.error ?? 'Unknown error'}
      {publish.failed_path && <code>{publish.failed_path}</code>}
    </span>
  );
}

function Paths({ publish: { paths, paths_total, removed_total, status } }: { publish: PublishJson }) {
  if (paths_total === 0) {
    return <span className="row-quiet">{status === 'failed' ? 'No pages changed' : 'No changes needed'}</span>;
  }
  const named = paths.slice(0, MAX_SHOWN_PATHS);
  const firstRemoved = paths_total - removed_total;
  return (
    <details className="paths">
      <summary>
        {formatCount(paths_total, 'address', 'addresses')}
        {removed_total > 0 && `, ${formatNumber(removed_total)} removed`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <ul tabIndex={0} aria-label="Addresses">
        {named.map((path, at) => (
          <li key={path}>
            <code>{path}</code>
            {at >= firstRemoved && <Badge tone="red">{CHANGE_LABELS.removed}</Badge>}
          </li>
        ))}
        {paths_total > named.length && <li>and {formatCount(paths_total - named.length, 'other')}</li>}
      </ul>
    </details>
  );
}

function Retry({ publish }: { publish: PublishJson }) {
  const { isBusy, retry } = useRetryPublish(publish.id, mergePublish);
  return (
    <div className="row-actions">
      <button type="button" disabled={isBusy} aria-label={`Retry: ${publish.reason}`} onClick={retry}>
        {isBusy ? 'Retrying...' : 'Retry'}
      </button>
    </div>
  );
}
