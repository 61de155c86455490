import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { CHANGE_LABELS } from './release-labels.ts';

/** Which addresses a release changed, and how. */
export function ReleaseChangesDialog({ release, onClose }: { release: ReleaseJson | null; onClose: () => void }) {
  return (
    <Modal isOpen={release !== null} title={`Changes in release ${release?.id ?? ''}`} onClose={onClose}>
      {release && <Changes id={release.id} />}
    </Modal>
  );
}

export function useRelease(id: number) {
  return useQuery(`release ${id}`, (signal) => api.get('/api/releases/:id', { param: { id }, signal }));
}

function Changes({ id }: { id: number }) {
  const { state, reload } = useRelease(id);
  if (state.status === 'failed') return <ErrorPanel message="Couldn’t load the changes." onRetry={reload} />;
  if (state.status === 'loading') return <Loading />;
  const { changes, changes_total, is_compared } = state.value;
  if (!is_compared) {
    return <p>This is the oldest release we keep, so there’s nothing to compare it with.</p>;
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <ul className="changes-list" tabIndex={0} aria-label="Changed addresses">
        {changes.map(({ path, change }) => (
          <li key={path}>
            <code>{path}</code>
            <Badge tone={change === 'removed' ? 'red' : change === 'added' ? 'green' : 'grey'}>
              {CHANGE_LABELS[change]}
            </Badge>
          </li>
        ))}
      </ul>
      {changes_total > changes.length && <p>and {formatCount(changes_total - changes.length, 'other')}</p>}
    </>
  );
}
