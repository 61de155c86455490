import { auditList } from '#api/domain/audit-list.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { downloadEntries, fetchEntries } from './audit-api.ts';
import { auditColumns, createEntryMenu } from './audit-columns.tsx';
import { useAuditFields } from './use-audit-fields.tsx';

/** Who did what, when, and what it changed; newest first. */
export function AuditLogIsland() {
  return <RequireAuth access="audit.read">{() => <AuditLog />}</RequireAuth>;
}

function AuditLog() {
  const list = useList(auditList, paths.adminAudit, fetchEntries);
  const { page, state, change } = list;
  const { fields, dialog } = useAuditFields({ state, named: page?.filter ?? null, onChange: change });
  const search = state.search.trim();
  return (
    <div className="screen-parts audit-log">
      {page && (
        <ScreenCount>
          {formatNumber(page.total)}
          {page.has_more && '+'}
        </ScreenCount>
      )}
      <PageAction>
        <ExportButton onExport={() => downloadEntries(state)} failure="Failed to export the audit log" />
      </PageAction>
      <ListScreen
        list={list}
        title="Audit log"
        noun={{ one: 'entry', many: 'entries' }}
        failure="Failed to fetch the audit log"
        fields={fields}
        columns={auditColumns}
        menu={(entry) => createEntryMenu(entry, change)}
        noMatches={{
          title: 'No entries found',
          message: search ? `No entry matches ‘${search}’.` : 'No entry matches these filters.',
        }}
        empty={
          <EmptyState title="Nothing here yet">
            <p>Everything that admins do is listed here.</p>
          </EmptyState>
        }
      />
      {page?.has_more && (
        <p className="audit-more">
          These are the newest {formatNumber(page.total)}. Choose dates to see older entries, or export them all.
        </p>
      )}
      {dialog}
    </div>
  );
}
