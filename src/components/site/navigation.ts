import { paths } from '#src/lib/paths.ts';

export type NavLink = { label: string; href: string; note?: string };
export type NavMenu = { label: string; links: NavLink[] };

export const companyLinks: NavLink[] = [
  { label: 'About', href: paths.company.about },
  { label: 'Mission', href: paths.company.mission },
  { label: 'Philosophy', href: paths.company.philosophy },
  { label: 'Team', href: paths.company.team },
  { label: 'Milestones', href: paths.company.milestones },
  { label: 'Contact', href: paths.company.contact },
];

export const menus: NavMenu[] = [
  {
    label: 'Products',
    links: [
      { label: 'GenMate', href: paths.genmate, note: 'Long-form writing, chapter by chapter' },
      { label: 'TaxMate', href: paths.taxmate, note: 'Tax, kept tidy all year' },
      { label: 'ChatMate', href: paths.chatmateWaitingList, note: 'A chat assistant, coming soon' },
    ],
  },
  { label: 'Blog', links: [{ label: 'All stories', href: paths.blogs, note: 'What we learn, written down' }] },
  {
    label: 'Resources',
    links: [
      { label: 'GenMate documents', href: paths.productDocuments('GenMate'), note: 'Guides for writers' },
      { label: 'All product documents', href: paths.productDocuments(), note: 'Every product, one place' },
    ],
  },
  { label: 'Company', links: companyLinks },
];
