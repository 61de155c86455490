import type { SiteNavigation } from '#api/domain/site-navigation.ts';

const companyLinks = [
  { label: 'About', href: '/company/about' },
  { label: 'Contact', href: '/company/contact' },
  { label: 'Team', href: '/company/team' },
  { label: 'Mission', href: '/company/mission' },
  { label: 'Philosophy', href: '/company/philosophy' },
  { label: 'Milestones', href: '/company/milestones' },
];

/** The demo's menus and footer. */
export const demoNavigation: SiteNavigation = {
  menu: [
    { label: 'Home', href: '/', links: [] },
    {
      label: 'Products',
      href: '',
      links: [
        { label: '{product: genmate}', href: '/genmate', note: 'Long-form writing, chapter by chapter' },
        { label: '{product: taxmate}', href: '/taxmate/home', note: 'Tax, kept tidy all year' },
        { label: '{product: openshelf}', href: '/openshelf', note: 'Finished works by independent authors' },
        { label: '{product: chatmate}', href: '/chatmate/waitinglist', note: 'A chat assistant, coming soon' },
      ],
    },
    {
      label: 'Blog',
      href: '',
      links: [{ label: 'All posts', href: '/blogs', note: 'On writing, money and software' }],
    },
    {
      label: 'Resources',
      href: '',
      links: [
        {
          label: '{product: genmate} documents',
          href: '/product-documents?product={product:genmate}',
          note: 'Guides for writers',
        },
        { label: 'All product documents', href: '/product-documents', note: 'Every product, one place' },
      ],
    },
    { label: 'Company', href: '', links: companyLinks.map((link) => ({ ...link, note: '' })) },
  ],
  product_menus: [
    {
      product: 'genmate',
      links: [
        { label: '{product: genmate}', href: '/genmate' },
        { label: 'Features', href: '/genmate/features' },
        { label: 'Pricing', href: '/genmate/pricing' },
        { label: 'Community', href: '/genmate/community' },
        { label: 'Waiting list', href: '/genmate/waitinglist' },
      ],
    },
    {
      product: 'taxmate',
      links: [
        { label: '{product: taxmate}', href: '/taxmate/home' },
        { label: 'Packages', href: '/compare-packages' },
        { label: 'Subscribe', href: '/subscribe' },
      ],
    },
  ],
  footer: [
    {
      title: 'Products',
      links: [
        { label: '{product: genmate}', href: '/genmate' },
        { label: '{product: genmate} pricing', href: '/genmate/pricing' },
        { label: '{product: genmate} resources', href: '/resources/genmate' },
        { label: '{product: taxmate}', href: '/taxmate/home' },
        { label: '{product: openshelf}', href: '/openshelf' },
        { label: '{product: chatmate}', href: '/chatmate/waitinglist' },
      ],
    },
    { title: 'Company', links: companyLinks },
    {
      title: 'Read',
      links: [
        { label: 'Blog', href: '/blogs' },
        { label: 'RSS', href: '/rss.xml' },
        { label: 'Atom', href: '/atom.xml' },
        { label: 'JSON Feed', href: '/feed.json' },
      ],
    },
  ],
  footer_line: [
    { label: 'Privacy', href: '/privacy' },
    { label: 'Terms', href: '/terms' },
  ],
  socials_title: 'Follow us',
  socials: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/mateworks-example' },
    { name: 'Mastodon', url: 'https://mastodon.example/@mateworks' },
  ],
  announcement_is_shown: false,
  announcement_text: '',
  announcement_href: '',
  announcement_link: '',
  announcement_from: '',
  announcement_until: '',
};
