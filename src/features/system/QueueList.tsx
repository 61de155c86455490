import { Time } from '#src/ui/content/Time.tsx';
import { QUEUES } from './system-labels.ts';
import type { SystemJson } from './system-api.ts';

/** What waits to be done in the background. */
export function QueueList({ queues }: Pick<SystemJson, 'queues'>) {
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
