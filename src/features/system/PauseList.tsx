import { formatDuration } from '#src/lib/format/units.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { WORKS } from './system-labels.ts';
import type { SystemJson } from './system-api.ts';

/** When this server answered no one, for how long, and what it did. */
export function PauseList({ pauses }: Pick<SystemJson, 'pauses'>) {
  return (
    <section aria-labelledby="pauses-title">
      <h2 id="pauses-title">Pauses</h2>
      {pauses.length > 0 && (
        <ul className="system-parts">
          {pauses.map((pause) => (
            <PauseRow key={`${pause.at} ${pause.milliseconds}`} {...pause} />
          ))}
        </ul>
      )}
      <p className="row-note">
        {pauses.length === 0
          ? 'Since it started, this server hasn’t kept anyone waiting for 0.2 seconds or longer.'
          : 'While one thing holds this server, visitors wait. These are the longest pauses of each day, for a week or since it started.'}
      </p>
    </section>
  );
}

function PauseRow({ at, milliseconds, busy_milliseconds: busy, work }: SystemJson['pauses'][number]) {
  const isWaiting = busy < milliseconds / 2;
  return (
    <li className="system-part">
      <div>
        <h3>{describeWork(work)}</h3>
        <p className="row-note">
          <Time iso={at} isFull />
          {isWaiting && '. Mostly it waited for the disk, or the machine was busy.'}
        </p>
      </div>
      <p className="system-state">{formatDuration(milliseconds)}</p>
    </li>
  );
}

function describeWork(work: string | null) {
  if (work === null) return 'Unknown work';
  return work in WORKS ? WORKS[work as keyof typeof WORKS] : <code>{work}</code>;
}
