import { getPageName } from '#api/domain/site-pages.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn, RowMenuProps } from '#src/ui/lists/ListTable.tsx';
import { Outline } from '#src/ui/outline/Outline.tsx';
import { Person } from '#src/ui/tables/Person.tsx';
import { drawPageOutline } from './page-outline.ts';
import type { PageSummary } from './pages-api.ts';

const MENU_PLACES = { header: 'Header', footer: 'Footer' } as const;

export const pageColumns: readonly ListColumn<PageSummary>[] = [
  {
    label: 'Outline',
    isHeadHidden: true,
    width: 'narrow',
    className: 'lead-cell',
    cell: ({ section_kinds: kinds }) => <Outline boxes={drawPageOutline(kinds)} className="page-outline" />,
  },
  {
    sort: 'title',
    className: 'title-cell',
    cell: (page) => (
      <>
        <a className="row-title" href={paths.editPage(page.id)}>
          {getPageName(page)}
        </a>
        <span className="row-note">{formatAddressNote(page)}</span>
      </>
    ),
  },
  {
    label: 'Status',
    className: 'status-cell',
    cell: (page) => (
      <>
        {page.status === 'new' ? <Badge tone="yellow">Draft</Badge> : <Badge tone="green">Live</Badge>}
        <span className="row-note">{formatNote(page)}</span>
      </>
    ),
  },
  {
    label: 'In menu',
    width: 'wide',
    cell: ({ menu }) => (menu === null ? <span className="none">No</span> : MENU_PLACES[menu]),
  },
  {
    label: 'Changed by',
    width: 'mid',
    cell: ({ user, revision }) =>
      user ? (
        <Person name={user.name} />
      ) : (
        <span className="none">{revision === 1 ? 'No one yet' : 'Deleted account'}</span>
      ),
  },
  { sort: 'updated_at', className: 'date-cell', cell: ({ updated_at: at }) => <Time iso={at} /> },
];

/** A legal text says its version, and whether somebody has read it. */
function formatAddressNote({ address, legal }: PageSummary): string {
  if (legal === null) return address;
  const version = legal.version === '' ? '' : ` · Version ${legal.version}`;
  return `${address}${version}${legal.is_checked ? '' : ' · Template: have it checked'}`;
}

function formatNote({ status, live_address: live, address, is_listed: isListed }: PageSummary): string {
  if (status === 'new') return 'Not public yet';
  if (status === 'changed') return live === address ? 'Changes not published' : `Still at ${live}`;
  return isListed ? '' : 'Not in search engines';
}

type Handlers = { onDuplicate: (page: PageSummary) => void; onDelete: (page: PageSummary) => void };

export function createPageMenu(page: PageSummary, { onDuplicate, onDelete }: Handlers): RowMenuProps {
  const { id, address, live_address: live, is_removable: isRemovable } = page;
  return {
    name: getPageName(page),
    note: address,
    groups: [
      [
        { label: 'Edit', icon: 'pencil', href: paths.editPage(id) },
        ...(live === null ? [] : [{ label: 'View on site', icon: 'arrow-up-right', href: live } as const]),
        { label: 'Duplicate', icon: 'copy', onSelect: () => onDuplicate(page) },
      ],
      [
        {
          label: 'Delete...',
          icon: 'trash',
          isDestructive: true,
          isDisabled: !isRemovable,
          ...(!isRemovable && { note: 'A site needs its home page.' }),
          onSelect: () => onDelete(page),
        },
      ],
    ],
  };
}
