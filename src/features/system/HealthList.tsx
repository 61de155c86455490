import { Time } from '#src/ui/content/Time.tsx';
import { PARTS } from './system-labels.ts';
import type { SystemJson } from './system-api.ts';

/** Each part with its state; what fails comes first. */
export function HealthList({ parts }: Pick<SystemJson, 'parts'>) {
  const failing = parts.filter(({ failing_since: since }) => since !== null);
  return (
    <section aria-labelledby="health-title">
      <div className="system-head">
        <h2 id="health-title">Health</h2>
        <p role="status" className={failing.length > 0 ? 'system-failing' : 'system-fine'}>
          {failing.length === 0
            ? 'Everything works'
            : `${failing.length} of ${parts.length} ${failing.length === 1 ? 'needs' : 'need'} attention`}
        </p>
      </div>
      <ul className="system-parts">
        {[...failing, ...parts.filter((part) => !failing.includes(part))].map((part) => (
          <HealthRow key={part.part} {...part} />
        ))}
      </ul>
    </section>
  );
}

function HealthRow({ part, failing_since: since, reason }: SystemJson['parts'][number]) {
  const { name, works, fails } = PARTS[part];
  return (
    <li className={since === null ? 'system-part system-fine' : 'system-part system-failing'}>
      <div>
        <h3>{name}</h3>
        <p className="row-note">{since === null ? works : [fails, reason].filter(Boolean).join(' ')}</p>
      </div>
      <p className="system-state">
        {since === null ? (
          'Fine'
        ) : (
          <>
            Failing since <Time iso={since} isFull />
          </>
        )}
      </p>
    </li>
  );
}
