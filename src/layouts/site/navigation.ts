import { paths } from '#src/lib/paths.ts';

export type NavLink = { label: string; href: string; note?: string };
/** `sections` are the first parts of the addresses that belong to the menu. */
export type NavMenu = { label: string; sections: string[]; links: NavLink[] };

export const companyLinks: NavLink[] = [
  { label: 'About', href: paths.company.about },
  { label: 'Contact', href: paths.company.contact },
  { label: 'Team', href: paths.company.team },
  { label: 'Mission', href: paths.company.mission },
  { label: 'Philosophy', href: paths.company.philosophy },
  { label: 'Milestones', href: paths.company.milestones },
];

export const menus: NavMenu[] = [
  {
    label: 'Products',
    sections: ['genmate', 'taxmate', 'chatmate'],
    links: [
      { label: 'GenMate', href: paths.genmate, note: 'Long-form writing, chapter by chapter' },
      { label: 'TaxMate', href: paths.taxmate, note: 'Tax, kept tidy all year' },
      { label: 'ChatMate', href: paths.chatmateWaitingList, note: 'A chat assistant, coming soon' },
    ],
  },
  {
    label: 'Blog',
    sections: ['blogs', 'categories'],
    links: [{ label: 'All stories', href: paths.blogs, note: 'What we learn, written down' }],
  },
  {
    label: 'Resources',
    sections: ['product-documents'],
    links: [
      { label: 'GenMate documents', href: paths.productDocuments('GenMate'), note: 'Guides for writers' },
      { label: 'All product documents', href: paths.productDocuments(), note: 'Every product, one place' },
    ],
  },
  { label: 'Company', sections: ['company'], links: companyLinks },
];

/** What signed-in people find in their menu, in the header and in the drawer. */
export const accountLinks: NavLink[] = [
  { label: 'Profile', href: paths.profile },
  { label: 'Subscriptions', href: paths.subscriptions },
  { label: 'Settings', href: paths.settings },
];

/** The screens of the back office. */
export const adminLinks: NavLink[] = [
  { label: 'Blog manager', href: paths.blogManager },
  { label: 'Blog Categories', href: paths.categoryManager },
  { label: 'Documents Manager', href: paths.documentManager },
  { label: 'Doc Sections', href: paths.sectionManager },
  { label: 'Products Manager', href: paths.productManager },
  { label: 'Media', href: paths.adminMedia },
  { label: 'Publishing', href: paths.adminPublishing },
  { label: 'Mail previews', href: paths.adminMails },
];
