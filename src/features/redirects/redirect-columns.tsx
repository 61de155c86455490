import type { ReactNode } from 'react';
import { formatAddress } from '#api/domain/redirects.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn, RowMenuProps } from '#src/ui/lists/ListTable.tsx';
import type { Redirect } from './redirects-api.ts';

export const redirectColumns: readonly ListColumn<Redirect>[] = [
  { sort: 'from', className: 'title-cell', cell: ({ from }) => <Address>{from}</Address> },
  {
    sort: 'to',
    className: 'text-cell',
    cell: (redirect) => (
      <>
        <Address>{redirect.to}</Address>
        <RedirectNote redirect={redirect} />
      </>
    ),
  },
  { label: 'Kind', width: 'narrow mid', cell: ({ status }) => (status === 301 ? 'Permanent' : 'Temporary') },
  {
    label: 'Added by',
    width: 'wide',
    cell: ({ user }) => user?.name ?? <span className="none">Deleted account</span>,
  },
  { sort: 'created_at', width: 'narrow', cell: ({ created_at: at }) => <Time iso={at} isDate /> },
];

const Address = ({ children }: { children: string }) => <code className="address">{formatAddress(children)}</code>;

/** Why visitors aren't sent to the new address, or where they end up instead. */
function RedirectNote({ redirect: { state, from, leads_on_to: next } }: { redirect: Redirect }): ReactNode {
  if (state === 'waiting') {
    return (
      <span className="row-note">
        <Badge tone="yellow">Waiting</Badge> There’s a page at {formatAddress(from)}. This takes over when the page is
        gone.
      </span>
    );
  }
  if (state === 'lost') {
    return (
      <span className="row-note">
        <Badge tone="red">Leads nowhere</Badge> This page no longer exists.
      </span>
    );
  }
  return next && <span className="row-note">Leads on to {formatAddress(next)}, where visitors are sent directly.</span>;
}

type Handlers = { onEdit: (redirect: Redirect) => void; onDelete: (redirect: Redirect) => void };

export const createRedirectMenu = (redirect: Redirect, { onEdit, onDelete }: Handlers): RowMenuProps => ({
  name: formatAddress(redirect.from),
  note: formatAddress(redirect.to),
  groups: [
    [
      { label: 'Edit', icon: 'pencil', onSelect: () => onEdit(redirect) },
      { label: 'Open new address', icon: 'arrow-up-right', href: redirect.to },
    ],
    [{ label: 'Delete...', icon: 'trash', isDestructive: true, onSelect: () => onDelete(redirect) }],
  ],
});
