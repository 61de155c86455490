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

type State = 'unknown' | 'disconnected' | 'paused' | 'disk-full' | 'busy' | 'failed' | 'idle';

function getStatus({ connection, site, open, hasFailed }: PublisherState): State {
  if (connection === 'waiting' || connection === 'off') return 'disconnected';
  if (!site) return 'unknown';
  if (site.pinned_release !== null) return 'paused';
  if (site.waiting_for_space) return 'disk-full';
  if (open.length > 0) return 'busy';
  return hasFailed ? 'failed' : 'idle';
}

function formatStatus(state: PublisherState): string {
  const { open } = state;
  const rendering = open.filter(({ status }) => status === 'rendering').length;
  switch (getStatus(state)) {
    case 'unknown':
      return 'Connecting...';
    case 'disconnected':
      return 'Connection lost. This may be out of date. Reconnecting...';
    case 'paused':
      return 'Publishing is paused. Nothing goes live until you resume.';
    case 'disk-full':
      return 'The server’s disk is full. Changes will go live by themselves when there is space again.';
    case 'busy':
      return rendering > 0
        ? `Publishing ${formatCount(rendering, 'change')}...`
        : `${formatCount(open.length, 'change')} in the queue.`;
    case 'failed':
      return 'The last publish failed. Visitors still see the previous version.';
    case 'idle':
      return 'Up to date. Everything published is live.';
  }
}
