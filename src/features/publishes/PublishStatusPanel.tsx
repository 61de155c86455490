import type { PublishJson, SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { type ConnectionStatus, mergePublish } from '#src/stores/publishes.ts';

type PublisherState = {
  connection: ConnectionStatus;
  site: SiteStateJson | null;
  open: readonly PublishJson[];
  /** The newest publish did not get through. */
  hasFailed: boolean;
};

/** What is going on at this moment, in a sentence. */
export function PublishStatusPanel(state: PublisherState) {
  const { site, open } = state;
  const rebuild = async () => mergePublish(await api.post('/api/publishes/rebuild'));
  const isRebuildQueued = open.some(({ kind, status }) => kind === 'rebuild' && status === 'queued');
  return (
    <section className="now" aria-labelledby="now-title">
      <div className="now-words">
        <h2 id="now-title">Now</h2>
        <p role="status" className="now-state" data-state={getStatus(state)}>
          {formatStatus(state)}
        </p>
        {site && <p className="now-release">Visitors see release {site.current_release}.</p>}
      </div>
      <ConfirmButton
        label="Rebuild all pages"
        button={{
          variant: 'secondary',
          disabled: isRebuildQueued,
          title: isRebuildQueued ? 'A rebuild is already queued.' : undefined,
        }}
        title="Rebuild all pages?"
        confirmLabel="Rebuild all pages"
        busyLabel="Adding to queue..."
        onConfirm={rebuild}
      >
        <p>
          This rebuilds every page from the published content. Visitors see the current site until it’s ready. With
          thousands of posts it takes a few minutes, and other publishes wait.
        </p>
      </ConfirmButton>
    </section>
  );
}

type State = 'unknown' | 'cut' | 'held' | 'full' | 'busy' | 'failed' | 'quiet';

function getStatus({ connection, site, open, hasFailed }: PublisherState): State {
  if (connection === 'waiting' || connection === 'off') return 'cut';
  if (!site) return 'unknown';
  if (site.pinned_release !== null) return 'held';
  if (site.waiting_for_space) return 'full';
  if (open.length > 0) return 'busy';
  return hasFailed ? 'failed' : 'quiet';
}

function formatStatus(state: PublisherState): string {
  const { open } = state;
  const rendering = open.filter(({ status }) => status === 'rendering').length;
  switch (getStatus(state)) {
    case 'unknown':
      return 'Connecting...';
    case 'cut':
      return 'Connection lost. This may be out of date. Reconnecting...';
    case 'held':
      return 'Publishing is paused. Nothing goes live until you resume.';
    case 'full':
      return 'The server’s disk is full. Changes will go live by themselves when there is space again.';
    case 'busy':
      return rendering > 0
        ? `Bringing ${formatCount(rendering, 'change')} live...`
        : `${formatCount(open.length, 'change')} in the queue.`;
    case 'failed':
      return 'The last publish failed. Visitors still see the previous version.';
    case 'quiet':
      return 'Up to date. Everything published is live.';
  }
}
