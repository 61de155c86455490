import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { formatBytes } from '#api/domain/bytes.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { formatList } from '#api/domain/lists.ts';
import { paths } from '#src/lib/paths.ts';
import { BackupList } from './BackupList.tsx';
import { HealthList } from './HealthList.tsx';
import { PauseList } from './PauseList.tsx';
import { ServerList } from './ServerList.tsx';
import { PLACES, QUEUES } from './system-labels.ts';
import { fetchSystem, startBackup, type SystemJson } from './system-api.ts';

/** The figures are asked for again so often (ms); while a backup is being made, more often. */
const REFRESH_MS = 10_000;
const REFRESH_RUNNING_MS = 1_000;

/** How the server is: what works, and what there is to go back to. */
export function SystemIsland() {
  return <RequireAuth access="system.manage">{() => <System />}</RequireAuth>;
}

function System() {
  const { value, error, reload } = useQuery('system', fetchSystem, {
    pollAfter: (loaded) => (loaded?.backups.is_running ? REFRESH_RUNNING_MS : REFRESH_MS),
  });
  const backup = useToastAction(startBackup, { onSettled: reload });

  return (
    <div className="screen-parts system">
      {value && (
        <PageAction>
          <Button
            isBusy={backup.isBusy || value.backups.is_running}
            busyLabel="Backing up..."
            onClick={() => void backup.run()}
          >
            Back up now
          </Button>
        </PageAction>
      )}
      {error !== null && <ErrorPanel title="Couldn’t load the state of the server" message={error} onRetry={reload} />}
      {!value && error === null && <Skeleton kind="line" count={8} />}
      {value && (
        <>
          <HealthList parts={value.parts} />
          <ServerList {...value} />
          <ThisServer {...value} />
          <div className="system-columns">
            <BackupList {...value.backups} isFile={value.server.database.is_file} />
            <div className="system-aside">
              <QueueList {...value} />
              <PauseList {...value} />
              <AlertReceivers {...value} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function ThisServer({ server, backups }: SystemJson) {
  const { free_bytes: free, total_bytes: total } = server.disk;
  const rows = [
    ['Release', String(server.release)],
    ['Started', <Time key="started" iso={server.started_at} />],
    ['Memory', formatBytes(server.memory_bytes)],
    ['Disk', `${formatBytes(free)} free of ${formatBytes(total)}`],
    [
      'Database',
      `${formatBytes(server.database.bytes)}, ${server.database.is_file ? 'in a file' : 'on a libSQL server'}`,
    ],
    ['Backups', PLACES[backups.place]],
  ] as const;
  return (
    <section aria-labelledby="server-title">
      <h2 id="server-title">This server</h2>
      <dl className="system-facts">
        {rows.map(([term, description]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Who is mailed when a part fails, and of what. */
function AlertReceivers({ alerts }: Pick<SystemJson, 'alerts'>) {
  const { emails, is_sent: isSent } = alerts;
  return (
    <section aria-labelledby="alerts-title">
      <div className="system-head">
        <h2 id="alerts-title">We’ll email</h2>
        <a className="link-button" href={paths.userManager}>
          Change roles
        </a>
      </div>
      <p className="row-note">
        {isSent
          ? `${formatList(emails)}, when a change can’t be published, the bucket or folder of images fails, the disk is short, there’s no proven backup, or billing differs from Stripe. If emails themselves aren’t sent, only this page and the start page say so.`
          : 'No one. Emails are saved as files on this server; set SMTP_URL to have them sent.'}
      </p>
    </section>
  );
}

/** What waits to be done in the background. */
function QueueList({ queues }: Pick<SystemJson, 'queues'>) {
  return (
    <section aria-labelledby="queues-title">
      <h2 id="queues-title">Queues</h2>
      <dl className="system-queues">
        {queues.map(({ queue, length, oldest_at: oldestAt }) => (
          <div key={queue}>
            <dt>{QUEUES[queue]}</dt>
            {oldestAt !== null && (
              <dd className="row-note">
                Oldest <Time iso={oldestAt} isInSentence />
              </dd>
            )}
            <dd className="system-count">{length}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
