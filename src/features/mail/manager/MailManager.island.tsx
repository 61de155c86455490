import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useListState } from '#src/lib/use-list-state.ts';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { AddressesView } from './AddressesView.tsx';
import { EmailsView } from './EmailsView.tsx';
import { DEFAULT_MAIL_STATE, mailViews, parseMailState, toMailUrl } from './mail-state.ts';

/** Email for admins: the outbox, and the addresses that get none. */
export function MailManagerIsland() {
  return (
    <RequireAuth access="mail.read">
      {(user) => <MailManager canManage={hasPermission(user.role, 'mail.manage')} />}
    </RequireAuth>
  );
}

function MailManager({ canManage }: { canManage: boolean }) {
  const { listState, change } = useListState({ parse: parseMailState, toUrl: toMailUrl });
  const view = { state: listState, onChange: change, canManage };
  return (
    <div className="screen-parts mail-manager">
      <ScreenTabs
        label="Mail"
        views={mailViews}
        current={listState.view}
        toHref={(next) => toMailUrl({ ...DEFAULT_MAIL_STATE, view: next })}
        onOpen={(next) => change({ ...DEFAULT_MAIL_STATE, view: next })}
      />
      {listState.view === 'emails' ? <EmailsView {...view} /> : <AddressesView {...view} />}
    </div>
  );
}
