import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useListState } from '#src/lib/use-list-state.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { AddressesView } from './AddressesView.tsx';
import { EmailsView } from './EmailsView.tsx';
import { DEFAULT_MAIL_STATE, type MailState, mailViews, parseMailState, toMailUrl } from './mail-state.ts';

/** Email for admins: the outbox, and the addresses that get none. */
export function MailDeskIsland() {
  return (
    <RequireAuth access="mail.read">
      {(user) => <MailDesk canManage={hasPermission(user.role, 'mail.manage')} />}
    </RequireAuth>
  );
}

function MailDesk({ canManage }: { canManage: boolean }) {
  const { listState, change } = useListState({ parse: parseMailState, toUrl: toMailUrl });
  const view = { state: listState, onChange: change, canManage };
  return (
    <div className="screen-parts mail-desk">
      <MailTabs current={listState.view} onOpen={(next) => change({ ...DEFAULT_MAIL_STATE, view: next })} />
      {listState.view === 'emails' ? <EmailsView {...view} /> : <AddressesView {...view} />}
    </div>
  );
}

type TabsProps = { current: MailState['view']; onOpen: (view: MailState['view']) => void };

function MailTabs({ current, onOpen }: TabsProps) {
  return (
    <nav className="tabs mail-tabs" aria-label="Mail">
      {mailViews.map(({ view, label }) => (
        <InPageLink
          key={view}
          href={toMailUrl({ ...DEFAULT_MAIL_STATE, view })}
          aria-current={view === current ? 'page' : undefined}
          onOpen={() => view !== current && onOpen(view)}
        >
          {label}
        </InPageLink>
      ))}
    </nav>
  );
}
