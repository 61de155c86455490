import { useState } from 'react';
import { formatBytes } from '#api/domain/bytes.ts';
import { formatDuration } from '#src/lib/format/units.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { KINDS } from './system-labels.ts';
import type { SystemJson } from './system-api.ts';

const COLUMNS = ['Made', 'Kind', 'Size', 'Proof', 'File'];
const SHOWN_FIRST = 8;

type Props = SystemJson['backups'] & { isFile: boolean };

/** What there is to go back to, the newest first, and how to go back. */
export function BackupList({ isFile, list, changes, last_failure: lastFailure }: Props) {
  const [isAll, setAll] = useState(false);
  const newest = list.find(({ failure }) => failure === null);
  return (
    <section aria-labelledby="backups-title">
      <div className="system-head">
        <h2 id="backups-title">Backups</h2>
        {list.length > SHOWN_FIRST && (
          <button type="button" className="link-button" onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : `Show all ${list.length}`}
          </button>
        )}
      </div>
      {lastFailure !== null && <Notice tone="error">The last backup failed. {lastFailure}</Notice>}
      {changes?.failure != null && (
        <Notice tone="error">Changes since the last backup aren’t copied. {changes.failure}</Notice>
      )}
      {list.length === 0 ? (
        <EmptyState title="No backups yet" icon="archive">
          <p>The first one comes a few minutes after the start, then one each hour.</p>
        </EmptyState>
      ) : (
        <table className="admin-table">
          <TableHead columns={COLUMNS} />
          <tbody>
            {list.slice(0, isAll ? list.length : SHOWN_FIRST).map((backup) => (
              <BackupRow key={backup.name} {...backup} />
            ))}
          </tbody>
        </table>
      )}
      {newest && (
        <details className="fold">
          <summary>How to restore one</summary>
          <ol className="system-steps">
            <li>{isFile ? 'Stop the server.' : 'Stop all servers of the site.'}</li>
            <li>
              {isFile
                ? 'Move the old database away, or set DATA_DIR to an empty folder.'
                : 'Set DATABASE_URL to an empty database of a libSQL server.'}
            </li>
            <li>
              Run <code>npm run restore -- {newest.name}</code>. It says what the backup holds and asks before it
              writes.
            </li>
            <li>Start the server.</li>
          </ol>
        </details>
      )}
      <p className="row-note">
        {changes?.copied_until != null && (
          <>
            Between backups, changes are copied within seconds: up to <Time iso={changes.copied_until} isFull /> so far.
            Any moment of the last seven days can be restored with <code>npm run restore -- --at</code> and the
            time.{' '}
          </>
        )}
        Proven means: restored into an empty database, checked and compared.
        {newest && ` The last one took ${formatDuration(newest.proof_ms)}.`}
      </p>
    </section>
  );
}

function BackupRow({
  name,
  kind,
  created_at: createdAt,
  kept_until: keptUntil,
  bytes,
  failure,
}: Props['list'][number]) {
  return (
    <tr>
      <td className="title-cell">
        <span className="row-title">
          <Time iso={createdAt} isFull />
        </span>
        <p className="row-note">
          Kept until <Time iso={keptUntil} isDate />
        </p>
      </td>
      <td>{KINDS[kind]}</td>
      <td>{formatBytes(bytes)}</td>
      <td>
        {failure === null ? <Badge tone="green">Proven</Badge> : <Badge tone="red">Not proven</Badge>}
        {failure !== null && <p className="row-note">{failure}</p>}
      </td>
      <td>
        <code>{name}</code>
      </td>
    </tr>
  );
}
