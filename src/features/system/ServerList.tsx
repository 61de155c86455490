import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { SystemJson } from './system-api.ts';

/** The servers of the site: which release each serves, and which one works for all. */
export function ServerList({ servers }: Pick<SystemJson, 'servers'>) {
  if (servers.length === 0) return null;
  const running = servers.filter((server) => server.is_alive);
  return (
    <section aria-labelledby="servers-title">
      <div className="system-head">
        <h2 id="servers-title">Servers</h2>
        <p className={running.length < servers.length ? 'system-failing' : 'system-fine'}>
          {running.length < servers.length
            ? `${running.length} of ${servers.length} running`
            : `${running.length} running`}
        </p>
      </div>
      <ul className="system-parts">
        {servers.map((server) => (
          <ServerRow key={server.id} {...server} />
        ))}
      </ul>
    </section>
  );
}

function ServerRow({
  name,
  build,
  started_at: startedAt,
  seen_at: seenAt,
  release,
  is_behind: isBehind,
  is_leader: isLeader,
  is_alive: isAlive,
}: SystemJson['servers'][number]) {
  return (
    <li className={isAlive ? 'system-part system-fine' : 'system-part system-failing'}>
      <div>
        <h3>
          {name} {isLeader && <Badge tone="grey">Leads</Badge>} {isBehind && <Badge tone="yellow">Behind</Badge>}
        </h3>
        <p className="row-note">
          {isAlive ? (
            <>
              Release {release}, build {build}, started <Time iso={startedAt} isInSentence />
              {isLeader && '. It publishes, sends emails and backs up for all.'}
            </>
          ) : (
            'It ended without a word. The others have taken over its work.'
          )}
        </p>
      </div>
      <p className="system-state">
        {isAlive ? 'Seen' : 'Gone, seen'} <Time iso={seenAt} isInSentence />
      </p>
    </li>
  );
}
