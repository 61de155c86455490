import type { OutboxEmailJson } from '#api/features/mail/manager/manager.contract.ts';
import { formatEmailKind } from '#src/features/mail/email-kind.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { formatEmailTitle } from './email-labels.ts';
import { EmailStatus } from './EmailStatus.tsx';
import { type MailState, toMailUrl } from './mail-state.ts';
import type { EmailActions } from './use-email-actions.ts';

export const EMAIL_COLUMNS = ['Email', 'To', 'Status', 'Created', 'Actions'];

type RowProps = {
  state: MailState;
  onOpen: (id: number) => void;
  /** Null for those who may only read. */
  actions: EmailActions | null;
};

type Props = RowProps & { emails: readonly OutboxEmailJson[]; isBusy: boolean };

export function EmailTable({ emails, isBusy, ...row }: Props) {
  return (
    <table className="admin-table email-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Emails</caption>
      <TableHead columns={EMAIL_COLUMNS} narrow={['Created']} />
      <tbody>
        {emails.map((email) => (
          <EmailRow key={email.id} email={email} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function EmailRow({ email, state, onOpen, actions }: RowProps & { email: OutboxEmailJson }) {
  const { id } = email;
  const title = formatEmailTitle(email);
  return (
    <tr data-email={id}>
      <td className="title-cell">
        <InPageLink className="row-title" href={toMailUrl({ ...state, email: id })} onOpen={() => onOpen(id)}>
          {title}
        </InPageLink>
        <span className="row-note">
          {formatEmailKind(email.kind)}
          <span className="email-to"> · {email.to_email}</span>
        </span>
      </td>
      <td className="text-cell">{email.to_email}</td>
      <td className="status-cell">
        <EmailStatus email={email} />
      </td>
      <td className="narrow">
        <Time iso={email.created_at} />
      </td>
      <td className="menu-cell narrow">
        <RowMenu
          name={`${title}, ${email.to_email}`}
          groups={[[{ label: 'View', icon: 'eye', onSelect: () => onOpen(id) }], ...listActions(email, actions)]}
        />
      </td>
    </tr>
  );
}

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
