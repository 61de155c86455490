import { useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { redirectList } from '#api/domain/redirect-list.ts';
import { formatAddress } from '#api/domain/redirects.ts';
import { toFilterQuery } from '#src/lib/list-address.ts';
import { paths } from '#src/lib/paths.ts';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { runWithUndo } from '#src/ui/feedback/run-with-undo.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { type MissingPathList, MissingPaths } from './MissingPaths.tsx';
import { createRedirectMenu, redirectColumns } from './redirect-columns.tsx';
import { RedirectDialog, type RedirectSubject } from './RedirectDialog.tsx';
import {
  bulkDeleteRedirects,
  type BulkRedirectsFilter,
  deleteRedirect,
  exportRedirects,
  fetchRedirects,
  importRedirects,
  type Redirect,
  type RedirectFields,
  saveRedirect,
} from './redirects-api.ts';

const PATH = paths.adminRedirects;
const NOUN = { one: 'redirect', many: 'redirects' };

const useBulkDelete = (userId: number, reload: () => void) =>
  useBulkRun<unknown, BulkRedirectsFilter>({
    name: 'redirectBulkRun',
    userId,
    partSize: 500,
    noun: NOUN,
    getWords: () => ({
      busy: 'Deleting...',
      done: (count) => (count === 1 ? 'Redirect deleted' : `${formatCount(count, 'redirect')} deleted`),
    }),
    send: async (_request, target) => {
      const { updated, ...part } = await bulkDeleteRedirects(target);
      return { ...part, updatedCount: updated.length };
    },
    reload,
  });

type Deletion = { kind: 'one'; redirect: Redirect } | { kind: 'selected' };

type Props = { userId: number; missing: MissingPathList };

/** Where old addresses lead: those that visitors didn't find, and redirects, one by one or many at once. */
export function Redirects({ userId, missing }: Props) {
  const list = useList(redirectList, PATH, fetchRedirects);
  const { state, rows, total } = list;
  const reload = () => {
    list.reload();
    missing.reload();
  };
  const { selected, isAllMatching, clear } = list.selection;
  const selectedCount = isAllMatching ? total : selected.size;
  const [subject, setSubject] = useState<RedirectSubject | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfterRow(list, deletion !== null, result);
  const bulk = useBulkDelete(userId, reload);
  const add = () => setSubject({ id: null, from: '' });

  const save = async (id: number | null, fields: RedirectFields) => {
    await runWithUndo(() => saveRedirect(id, fields), { note: `${fields.from} → ${fields.to}`, onUndone: reload });
    reload();
  };
  const remove = async () => {
    if (deletion?.kind === 'one') {
      const { id, from } = deletion.redirect;
      await runWithUndo(() => deleteRedirect(id), { note: formatAddress(from), onUndone: reload });
      focusAfter(id);
      reload();
    } else {
      const filter = isAllMatching ? toFilterQuery(redirectList, state) : null;
      await bulk.start({}, { ids: [...selected], count: selectedCount, filter });
      focusAfter(rows.find(({ id }) => selected.has(id))?.id);
      clear();
    }
  };
  return (
    <div className="screen-parts redirects">
      <MissingPaths list={missing} onChoose={(path) => setSubject({ id: null, from: path })} onChanged={list.reload} />
      <section className="redirect-list" aria-labelledby="redirects-title">
        <div className="redirects-head">
          <h2 id="redirects-title">
            Redirects {list.page && !list.isFiltered && <span className="count">{formatNumber(total)}</span>}
          </h2>
          <div className="redirects-actions">
            {total > 0 && (
              <ExportButton onExport={() => exportRedirects(state)} failure="Failed to export the redirects" />
            )}
            <Button variant="secondary" className="button-small" onClick={() => setImporting(true)}>
              Import CSV...
            </Button>
            <Button className="button-small" onClick={add}>
              Add redirect
            </Button>
          </div>
        </div>
        <ListScreen
          list={list}
          title="Redirects"
          noun={NOUN}
          failure="Failed to fetch redirects"
          columns={redirectColumns}
          menu={(redirect) =>
            createRedirectMenu(redirect, {
              onEdit: setSubject,
              onDelete: () => setDeletion({ kind: 'one', redirect }),
            })
          }
          tableClass="has-checks redirect-table"
          selection={{
            rowName: ({ from }) => formatAddress(from),
            actions: !bulk.isRunning && (
              <Button variant="quiet" onClick={() => setDeletion({ kind: 'selected' })}>
                Delete...
              </Button>
            ),
          }}
          shortcuts={[
            { keys: ['n'], label: 'Add redirect', run: add },
            { keys: ['i'], label: 'Import CSV...', run: () => setImporting(true) },
          ]}
          noMatches={{ title: 'No redirects found', message: 'No redirect matches your search and filters.' }}
          empty={
            <EmptyState title="No redirects yet" action={<Button onClick={add}>Add redirect</Button>}>
              <p>
                A redirect sends visitors from an old address to a new one. Renamed posts and categories have theirs
                already.
              </p>
            </EmptyState>
          }
        >
          <BulkRunNotice bulk={bulk} focusRef={result} />
        </ListScreen>
      </section>
      <RedirectDialog subject={subject} onSave={save} onClose={() => setSubject(null)} />
      <ImportDialog
        isOpen={isImporting}
        onImport={async (csv) => {
          await runWithUndo(() => importRedirects(csv), { onUndone: reload });
          reload();
        }}
        onClose={() => setImporting(false)}
      />
      <DeleteRedirectsDialog
        deletion={deletion}
        count={selectedCount}
        onDelete={remove}
        onClose={() => setDeletion(null)}
      />
    </div>
  );
}

type DialogProps = { deletion: Deletion | null; count: number; onDelete: () => Promise<void>; onClose: () => void };

/** Asks before redirects are deleted. */
function DeleteRedirectsDialog({ deletion, count, onDelete, onClose }: DialogProps) {
  const isOne = deletion?.kind === 'one';
  const name = isOne ? formatAddress(deletion.redirect.from) : formatCount(count, 'redirect');
  return (
    <ConfirmDialog
      isOpen={deletion !== null}
      title={isOne ? 'Delete this redirect?' : `Delete ${name}?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      failure="Failed to delete"
      isDestructive
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>
        {isOne ? (
          <>
            Visitors of <code>{name}</code> will no longer be sent to <code>{formatAddress(deletion.redirect.to)}</code>
            .
          </>
        ) : (
          'Visitors of these old addresses will no longer be sent to the new ones.'
        )}{' '}
        You can undo this for 30 seconds.
      </p>
    </ConfirmDialog>
  );
}
