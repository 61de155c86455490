import { formatLoss, importLosses } from '#api/domain/imports.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ImportJson } from './imports-api.ts';

type Loss = ImportJson['losses'][number];
type Place = Loss['places'][number];

const LEFT_OUT = new Set(['Left out', 'Can’t redirect']);

/** What can’t be taken over as it is: each with its places. */
export function LossList({ losses }: { losses: readonly Loss[] }) {
  return (
    <ul className="losses">
      {losses.map((loss) => (
        <li key={loss.kind}>
          <LossEntry loss={loss} />
        </li>
      ))}
    </ul>
  );
}

function LossEntry({ loss: { kind, count, places } }: { loss: Loss }) {
  const { outcome } = importLosses[kind];
  const head = (
    <>
      <b>{formatLoss(kind, count)}</b>
      <Badge tone={LEFT_OUT.has(outcome) ? 'red' : 'yellow'}>{outcome}</Badge>
    </>
  );
  if (places.length === 0) return <div className="loss-head">{head}</div>;
  return (
    <details className="fold">
      <summary>{head}</summary>
      <ul className="loss-list">
        {places.map((place, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same loss can stand in a text twice
          <li key={at}>
            <PlaceName place={place} />
            {place.title !== '' && place.detail !== '' && <span className="muted">{place.detail}</span>}
          </li>
        ))}
        {count > places.length && places.length >= 100 && (
          <li className="muted">{`and ${formatNumber(count - places.length)} more`}</li>
        )}
      </ul>
    </details>
  );
}

function PlaceName({ place: { title, detail, kind, subject_id: id } }: { place: Place }) {
  const name = title || detail;
  if (id === null || (kind !== 'post' && kind !== 'page')) return <span>{name}</span>;
  return <a href={kind === 'post' ? paths.editBlog(id) : paths.editPage(id)}>{name}</a>;
}
