import { importSourceNames, needsPerson } from '#api/domain/imports.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { countItems, formatKindCount } from './import-words.ts';
import type { ImportJson, StepProps } from './imports-api.ts';
import { LossList } from './LossList.tsx';
import { formatRemoved, UndoImport } from './UndoImport.tsx';

/** What came in and what needs a person. It stays under Import. */
export function ImportReport({ value, onChange, onClose }: StepProps) {
  const open = value.losses.filter(({ kind }) => needsPerson(kind));
  const others = value.losses.filter(({ kind }) => !needsPerson(kind));
  return (
    <>
      <ReportHead value={value} />
      {value.failures.length > 0 && <Failures value={value} />}
      {value.state === 'finished' && open.length > 0 && (
        <section aria-labelledby="open-title">
          <h2 id="open-title">
            Needs a person <span className="muted">{open.length}</span>
          </h2>
          <LossList losses={open} />
        </section>
      )}
      {value.state === 'finished' && others.length > 0 && (
        <section aria-labelledby="changed-title">
          <h2 id="changed-title">
            Lost or changed <span className="muted">{others.length}</span>
          </h2>
          <LossList losses={others} />
        </section>
      )}
      {value.state === 'finished' && (
        <div className="report-undo">
          <p>
            <b>Undo this import</b>
            <span className="row-note">{`Removes ${formatRemoved(value)}.${formatEdited(value)}`}</span>
          </p>
          <UndoImport value={value} onChange={onChange} />
        </div>
      )}
      <div className="flow-foot">
        <Button variant="secondary" onClick={onClose}>
          All imports
        </Button>
      </div>
    </>
  );
}

const formatEdited = ({ edited }: ImportJson): string =>
  edited === 0
    ? ''
    : ` ${formatNumber(edited)} ${edited === 1 ? 'text was' : 'texts were'} edited since; you’ll be asked about ${edited === 1 ? 'it' : 'them'}.`;

const HEADS = { finished: 'Done', undoing: 'Undoing', undone: 'Undone' } as const;

function ReportHead({ value }: { value: ImportJson }) {
  const state = value.state === 'undoing' || value.state === 'undone' ? value.state : 'finished';
  const parts = (['page', 'author', 'category', 'tag', 'redirect', 'menu'] as const).flatMap((kind) => {
    const count = countItems(value, kind, 'done');
    return count > 0 ? [formatKindCount(kind, count)] : [];
  });
  const images = countItems(value, 'media');
  const came = `${formatNumber(countItems(value, 'media', 'done', 'same'))} of ${formatKindCount('media', images)}`;
  const kept = countItems(value, 'post', 'kept') + countItems(value, 'page', 'kept');
  return (
    <div className="report-head">
      <div>
        <p className="done-state" role="status">
          <Icon name={state === 'finished' ? 'circle-check' : 'undo-2'} size={18} />
          {HEADS[state]}
          {state === 'finished' && value.finished_at && (
            <span className="done-time">
              <Time iso={value.finished_at} />
            </span>
          )}
        </p>
        <h2 className="flow-title">
          {`${formatKindCount('post', countItems(value, 'post', 'done', 'removed', 'kept'))} from ${importSourceNames[value.source]}`}
        </h2>
        <p className="muted">
          {state === 'finished'
            ? `${formatList([...parts, ...(images > 0 ? [came] : [])]) || 'Nothing else came in'}.`
            : `What it brought in ${state === 'undone' ? 'is off the site' : 'is being taken out'}${kept > 0 ? `, but for ${formatNumber(kept)} that were edited since` : ''}.`}
        </p>
      </div>
      {state === 'finished' && (
        <a className="button button-secondary" href={paths.blogManager}>
          See the posts
        </a>
      )}
    </div>
  );
}

/** What couldn’t come in at all. */
function Failures({ value: { failures } }: { value: ImportJson }) {
  return (
    <section aria-labelledby="failures-title">
      <h2 id="failures-title">
        Not in <span className="muted">{formatNumber(failures.length)}</span>
      </h2>
      <details className="fold">
        <summary>{`${failures[0]?.title ?? ''}${failures.length > 1 ? ` and ${formatNumber(failures.length - 1)} more` : ''}`}</summary>
        <ul className="loss-list">
          {failures.map(({ title, error }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two images can have one name
            <li key={at}>
              {title} <span className="muted">{error}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
