import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';
import { useView } from '#src/lib/use-view.ts';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { AddressesView } from './AddressesView.tsx';
import { EmailsView } from './EmailsView.tsx';

const VIEWS = [
  { view: 'emails', label: 'Emails' },
  { view: 'addresses', label: 'Suppressed addresses' },
] as const;

/** Email for admins: the outbox, and the addresses that get none. */
export function MailManagerIsland() {
  return (
    <RequireAuth access="mail.read">
      {(user) => <MailManager canManage={hasPermission(user.role, 'mail.manage')} />}
    </RequireAuth>
  );
}

function MailManager({ canManage }: { canManage: boolean }) {
  const { view, toHref, open } = useView(paths.adminMail, VIEWS);
  return (
    <div className="screen-parts mail-manager">
      <ScreenTabs label="Mail" views={VIEWS} current={view} toHref={toHref} onOpen={open} />
      {view === 'emails' ? <EmailsView canManage={canManage} /> : <AddressesView canManage={canManage} />}
    </div>
  );
}
