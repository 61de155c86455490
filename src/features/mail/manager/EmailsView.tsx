import { useEffect } from 'react';
import { type EmailState, emailStates } from '#api/domain/email-states.ts';
import { emailKinds } from '#api/domain/enums.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { OutboxEmailJson, OutboxJson } from '#api/features/mail/manager/manager.contract.ts';
import { formatEmailKind } from '#src/features/mail/email-kind.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
import { EMAIL_STATE_LABELS } from './email-labels.ts';
import { EmailActionDialog } from './EmailActionDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { EMAIL_COLUMNS, EmailTable } from './EmailTable.tsx';
import { fetchEmails } from './mail-api.ts';
import { type MailState, PAGE_SIZE, toMailUrl } from './mail-state.ts';
import { useEmailActions } from './use-email-actions.ts';

/** How soon the list is loaded again while an email of this page waits (ms). */
const REFRESH_MIN_MS = 3_000;
const REFRESH_MAX_MS = 60_000;
const SHORTCUTS = [createSearchShortcut('emails')];

type Props = { state: MailState; onChange: (update: Partial<MailState>) => void; canManage: boolean };

/** The outbox, newest first: what became of each email, and what can be done about it. */
export function EmailsView({ state, onChange, canManage }: Props) {
  const { value, error, isLoading, reload } = useListQuery(toMailUrl({ ...state, email: null }), (signal) =>
    fetchEmails(state, signal),
  );
  const actions = useEmailActions(reload);
  useClampedPage(state.page, value?.pagination.page === state.page ? value.pagination.totalPages : null, onChange);
  useRefresh(isLoading ? null : (value?.data ?? null), reload);
  return (
    <>
      {value?.is_saved_to_files && (
        <Notice tone="info">
          <p>
            This site has no mail server: emails are saved as files in its outbox directory, and no one receives them.
          </p>
        </Notice>
      )}
      <EmailFilters state={state} counts={value?.counts ?? null} onChange={onChange} />
      {error !== null && <ErrorPanel title="Failed to fetch emails" message={error} onRetry={reload} />}
      {!value && isLoading && <TableSkeleton columns={EMAIL_COLUMNS} className="email-table" />}
      {value?.data.length === 0 && !isLoading && <NoEmails state={state} onChange={onChange} />}
      {value && value.data.length > 0 && (
        <EmailTable
          emails={value.data}
          state={state}
          isBusy={isLoading}
          onOpen={(email) => onChange({ email, page: state.page })}
          actions={canManage ? actions : null}
        />
      )}
      <div className="manager-foot">
        {value && value.data.length > 0 && (
          <Pager
            page={state.page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            toHref={(page) => toMailUrl({ ...state, page })}
            onPage={(page) => onChange({ page })}
            noun={pluralize(value.pagination.total, 'email')}
          />
        )}
        <KeyboardShortcuts items={SHORTCUTS} />
      </div>
      <EmailDialog id={state.email} onClose={() => onChange({ email: null, page: state.page })} />
      <EmailActionDialog actions={actions} />
    </>
  );
}

/** Loads the list again soon after the next of its emails is due. */
function useRefresh(emails: readonly OutboxEmailJson[] | null, reload: () => void): void {
  useEffect(() => {
    const dueAt = (emails ?? []).flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)]));
    if (dueAt.length === 0) return;
    const delayMs = Math.max(REFRESH_MIN_MS, Math.min(...dueAt) - Date.now() + 1_000);
    const timer = setTimeout(reload, Math.min(delayMs, REFRESH_MAX_MS));
    return () => clearTimeout(timer);
  }, [emails, reload]);
}

type FilterProps = Pick<Props, 'state' | 'onChange'> & { counts: OutboxJson['counts'] | null };

function EmailFilters({ state, counts, onChange }: FilterProps) {
  const toView = (label: string, count: number | null, status: EmailState | null) => ({
    label,
    count,
    isCurrent: state.status === status,
    href: toMailUrl({ ...state, status, page: 1, email: null }),
    onOpen: () => onChange({ status }),
  });
  const total = counts && emailStates.reduce((sum, status) => sum + counts[status], 0);
  return (
    <FilterLine
      label="Emails"
      views={[
        toView('All', total, null),
        ...emailStates.map((status) => toView(EMAIL_STATE_LABELS[status].label, counts?.[status] ?? null, status)),
      ]}
      search={
        <SearchField
          label="Search emails"
          placeholder="Search by address"
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
      }
      filters={
        <FilterSelect
          label="Kind"
          options={[
            { value: '', label: 'All kinds' },
            ...emailKinds.map((kind) => ({ value: kind, label: formatEmailKind(kind) })),
          ]}
          value={state.kind ?? ''}
          onChange={(value) => onChange({ kind: emailKinds.find((kind) => kind === value) ?? null })}
        />
      }
      activeFilterCount={state.kind === null ? 0 : 1}
    />
  );
}

function NoEmails({ state: { search, status, kind }, onChange }: Pick<Props, 'state' | 'onChange'>) {
  const clear = () => onChange({ search: '', status: null, kind: null });
  if (search.trim() !== '') {
    return <NoMatches title="No emails found" message={`No email matches ‘${search.trim()}’.`} onClear={clear} />;
  }
  if (status === 'failed' && kind === null) {
    return <NoMatches title="No failed emails" message="Everything could be sent." onClear={clear} />;
  }
  if (status !== null || kind !== null) {
    return <NoMatches title="No emails here" message="No email matches these filters." onClear={clear} />;
  }
  return (
    <EmptyState title="No emails yet">
      <p>Every email that the site sends is listed here for 30 days.</p>
    </EmptyState>
  );
}
