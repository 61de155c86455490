import { emailStates } from '#api/domain/email-states.ts';
import { emailList, formatEmailKind } from '#api/domain/mail-list.ts';
import type { OutboxEmailJson } from '#api/features/mail/manager/manager.contract.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { paths } from '#src/lib/paths.ts';
import { getDelayUntilDue } from '#src/lib/use-polling.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import type { ListColumn } from '#src/ui/lists/ListTable.tsx';
import { useList } from '#src/ui/lists/use-list.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { formatEmailTitle } from './email-labels.ts';
import { EmailActionDialog } from './EmailActionDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { EmailStatus } from './EmailStatus.tsx';
import { fetchEmails } from './mail-api.ts';
import { type EmailActions, useEmailActions } from './use-email-actions.ts';

/** How soon the list is loaded again at the latest while an email of this page waits (ms). */
const LONGEST_WAIT_MS = 60_000;

/** The outbox, newest first: what became of each email, and what can be done about it. */
export function EmailsView({ canManage }: { canManage: boolean }) {
  const list = useList(emailList, paths.adminMail, fetchEmails, (loaded) => waitForNext(loaded?.rows ?? []));
  const { page, reload, open } = list;
  const actions = useEmailActions(reload);
  const counts = page && {
    ...page.counts,
    all: emailStates.reduce((sum, status) => sum + page.counts[status], 0),
  };
  return (
    <>
      {page?.is_saved_to_files && (
        <Notice tone="info">
          <p>
            This site has no mail server: emails are saved as files in its outbox directory, and no one receives them.
          </p>
        </Notice>
      )}
      <ListScreen
        list={list}
        title="Emails"
        noun={{ one: 'email', many: 'emails' }}
        failure="Failed to fetch emails"
        counts={counts}
        columns={createColumns(list.toRowHref, open)}
        menu={(email) => ({
          name: `${formatEmailTitle(email)}, ${email.to_email}`,
          groups: [
            [{ label: 'View', icon: 'eye', onSelect: () => open(email.id) }],
            ...listActions(email, canManage ? actions : null),
          ],
        })}
        tableClass="email-table"
        noMatches={describeNoMatches(list.state)}
        empty={
          <EmptyState title="No emails yet">
            <p>Every email that the site sends is listed here for 30 days.</p>
          </EmptyState>
        }
      />
      <EmailDialog id={Number(list.state.open) || null} onClose={() => open(null)} />
      <EmailActionDialog actions={actions} />
    </>
  );
}

/** Until the next of these emails is due. */
const waitForNext = (emails: readonly OutboxEmailJson[]) =>
  getDelayUntilDue(
    emails.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)])),
    LONGEST_WAIT_MS,
  );

const createColumns = (
  toHref: (id: number) => string,
  onOpen: (id: number) => void,
): readonly ListColumn<OutboxEmailJson>[] => [
  {
    label: 'Email',
    className: 'title-cell',
    cell: (email) => (
      <>
        <InPageLink className="row-title" href={toHref(email.id)} onOpen={() => onOpen(email.id)}>
          {formatEmailTitle(email)}
        </InPageLink>
        <span className="row-note">
          {formatEmailKind(email.kind)}
          <span className="email-to"> · {email.to_email}</span>
        </span>
      </>
    ),
  },
  { label: 'To', className: 'text-cell', cell: ({ to_email: to }) => to },
  { label: 'Status', className: 'status-cell', cell: (email) => <EmailStatus email={email} /> },
  { label: 'Created', width: 'narrow', cell: ({ created_at: at }) => <Time iso={at} /> },
];

function listActions(email: OutboxEmailJson, actions: EmailActions | null): RowAction[][] {
  if (!actions) return [];
  const { can, is_address_suppressed: isAddressSuppressed } = email;
  const send: RowAction[] = [];
  const stop: RowAction[] = [];
  if (can.retry) send.push({ label: 'Retry', icon: 'rotate-ccw', onSelect: () => void actions.retry(email) });
  if (can.resend) send.push({ label: 'Send again...', icon: 'send', onSelect: () => actions.ask('resend', email) });
  if (can.suppress) {
    stop.push({
      label: 'Don’t send...',
      icon: 'x',
      isDestructive: true,
      onSelect: () => actions.ask('suppress', email),
    });
  }
  if (!isAddressSuppressed) {
    const onSelect = () => actions.ask('suppress-address', email);
    stop.push({ label: 'Suppress address...', icon: 'ban', isDestructive: true, onSelect });
  }
  return [send, stop];
}

function describeNoMatches({ search, status, kind }: StateOf<typeof emailList>) {
  const text = search.trim();
  if (text !== '') return { title: 'No emails found', message: `No email matches ‘${text}’.` };
  if (status === 'failed' && kind === null) return { title: 'No failed emails', message: 'Everything could be sent.' };
  return { title: 'No emails here', message: 'No email matches these filters.' };
}
