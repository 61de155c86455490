import { type ImportState, importSourceNames } from '#api/domain/imports.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { fetchImports, type ImportSummaryJson } from './imports-api.ts';

const STATES: Record<ImportState, string> = {
  choosing: '',
  reading: 'Being checked',
  refused: 'Couldn’t be read',
  checked: 'Checked, not brought in',
  running: 'Coming in',
  stopped: 'Stopped',
  finished: '',
  undoing: 'Being undone',
  undone: 'Undone',
};

/** The imports so far, each with its report. */
export function EarlierImports() {
  const { value, error, reload } = useQuery('imports', fetchImports);
  if (error !== null) return <ErrorPanel title="Couldn’t load earlier imports" message={error} onRetry={reload} />;
  if (!value || value.length === 0) return null;
  return (
    <section aria-labelledby="earlier-title">
      <h2 id="earlier-title">Earlier imports</h2>
      <ul className="origins origins-past">
        {value.map((row) => (
          <EarlierImport key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function EarlierImport({ row }: { row: ImportSummaryJson }) {
  const name = row.user?.name;
  return (
    <li>
      <span>{`${importSourceNames[row.source]}, ${formatCount(row.posts, 'post')}`}</span>
      <span className="muted">
        {name && `${name}, `}
        <Time iso={row.created_at} />
        {STATES[row.state] && `. ${STATES[row.state]}`}
      </span>
      <a href={`${paths.adminImport}?import=${row.id}`} aria-label={`Report of ${row.name}`}>
        Report
      </a>
    </li>
  );
}
