import { useState } from 'react';
import type { PublishJson, SiteNowJson } from '#api/features/publishes/publishes.contract.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { api } from '#src/lib/api-client.ts';
import { counted } from '#src/lib/counted.ts';
import { type Connection, keep } from '#src/stores/publishes.ts';

type Props = { connection: Connection; site: SiteNowJson | null; open: readonly PublishJson[] };

/** What is going on at this moment, in a sentence. */
export function NowPanel({ connection, site, open }: Props) {
  const [isAsking, setAsking] = useState(false);
  const rebuild = async () => keep(await api.post<PublishJson>('/api/publishes/rebuild'));
  const isRebuildQueued = open.some(({ kind, status }) => kind === 'rebuild' && status === 'queued');
  return (
    <section className="now" aria-labelledby="now-title">
      <div className="now-words">
        <h2 id="now-title">Now</h2>
        <p role="status" className="now-state" data-state={stateOf(connection, site, open)}>
          {wordsOf(connection, site, open)}
        </p>
        {site && <p className="now-release">Visitors see release {site.current_release}.</p>}
      </div>
      <Button
        variant="secondary"
        disabled={isRebuildQueued}
        title={isRebuildQueued ? 'A rebuild waits in the queue already.' : undefined}
        onClick={() => setAsking(true)}
      >
        Rebuild all
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Rebuild every page?"
        confirmLabel="Rebuild all"
        busyLabel="Queueing..."
        onConfirm={rebuild}
        onClose={() => setAsking(false)}
      >
        <p>
          Every page is made again from what is published. Visitors see the site as it is until all pages are ready.
          With thousands of posts this takes minutes, and other publishes wait for it.
        </p>
      </ConfirmDialog>
    </section>
  );
}

type State = 'unknown' | 'cut' | 'held' | 'busy' | 'quiet';

function stateOf(connection: Connection, site: SiteNowJson | null, open: readonly PublishJson[]): State {
  if (connection === 'waiting' || connection === 'off') return 'cut';
  if (!site) return 'unknown';
  if (site.held_release !== null) return 'held';
  return open.length > 0 ? 'busy' : 'quiet';
}

function wordsOf(connection: Connection, site: SiteNowJson | null, open: readonly PublishJson[]): string {
  const rendering = open.filter(({ status }) => status === 'rendering').length;
  switch (stateOf(connection, site, open)) {
    case 'unknown':
      return 'Asking the server...';
    case 'cut':
      return 'The connection is lost, so this may be out of date. Trying again...';
    case 'held':
      return 'Nothing goes live while an earlier release is held.';
    case 'busy':
      return rendering > 0
        ? `Bringing ${counted(rendering, 'change')} live...`
        : `${counted(open.length, 'change')} in the queue.`;
    case 'quiet':
      return 'Nothing is waiting. The site shows everything that is published.';
  }
}
