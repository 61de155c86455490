import { describe, expect, it } from 'vitest';
import { completeSettings, listOffFeatures } from '#api/domain/site-settings.ts';
import { type Feature, findApiFeature, findFeature, isPathOn } from '#api/domain/features.ts';
import { leaveOutFeatures, leaveOutProducts } from '#api/domain/feature-content.ts';
import { toWaitingListPath } from '#api/domain/product-paths.ts';
import { permissions } from '#api/domain/permissions.ts';
import { isPermissionOn } from '#api/domain/features.ts';
import { completeNavigation } from '#api/domain/site-navigation.ts';
import { completePage } from '#api/domain/site-pages.ts';
import { completeProduct } from '#api/domain/site-products.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

const addresses: [address: string, feature: Feature | null][] = [
  [demoPaths.genmateWaitingList, 'waiting_lists'],
  [demoPaths.chatmateJoined, 'waiting_lists'],
  [paths.waitingListStatus, 'waiting_lists'],
  [paths.waitingListManager, 'waiting_lists'],
  [paths.subscriptions, 'subscriptions'],
  [paths.subscriptionSuccess, 'subscriptions'],
  [paths.adminBillingView('disputes'), 'subscriptions'],
  [paths.productDocuments('GenMate'), 'documentation'],
  [paths.document('opening'), 'documentation'],
  [paths.documentManager, 'documentation'],
  [paths.newDocument, 'documentation'],
  [paths.sectionManager, 'documentation'],
  [paths.productManager, 'documentation'],
  [demoPaths.resourcesGenmate, 'documentation'],
  [openshelfPaths.openshelf, 'openshelf'],
  [openshelfPaths.openshelfWork('the-ferry'), 'openshelf'],
  [openshelfPaths.openshelfFeeds.rss, 'openshelf'],
  [openshelfPaths.failedOpenshelfWebhooks, 'openshelf'],
  ['/sitemap-openshelf-0.xml', 'openshelf'],
  [paths.home, null],
  [paths.blog('waitinglist'), null],
  [demoPaths.genmate, null],
  [paths.profile, null],
  [paths.admin, null],
  [paths.adminMail, null],
  ['/openshelves', null],
  ['/sitemap-0.xml', null],
];

describe('features', () => {
  it.each(addresses)('the address %s belongs to %s', (address, feature) => {
    expect(findFeature(address)).toBe(feature);
    expect(isPathOn(address, {})).toBe(true);
    expect(isPathOn(address, { off: ['waiting_lists', 'subscriptions', 'documentation', 'openshelf'] })).toBe(
      feature === null,
    );
  });

  it.each([
    ['/api/waitinglist', 'waiting_lists'],
    ['/api/waitinglist/entries', 'waiting_lists'],
    ['/api/subscriptions', 'subscriptions'],
    ['/api/admin/billing/customers/1', 'subscriptions'],
    ['/api/documents/1', 'documentation'],
    ['/api/sections', 'documentation'],
    ['/api/products', 'documentation'],
    ['/api/admin/openshelf', 'openshelf'],
    ['/api/v1/publish/openshelf/works', 'openshelf'],
    ['/api/stripe/webhook', null],
    ['/api/blogs', null],
  ])('the route %s belongs to %s', (path, feature) => {
    expect(findApiFeature(path)).toBe(feature);
  });

  it('are on in settings that were stored before there were any', () => {
    expect(listOffFeatures(completeSettings({}))).toEqual([]);
    expect(listOffFeatures(completeSettings({ features: { openshelf: false } }))).toEqual(['openshelf']);
  });

  it('each have permissions of their own', () => {
    const own = permissions.filter((permission) => !isPermissionOn(permission, ['documentation', 'openshelf']));
    expect(own).toContain('documents.write');
    expect(own).toContain('openshelf.review');
    expect(own).not.toContain('posts.write');
  });
});

const section = (kind: string, fields: object) => ({ id: kind, kind, is_hidden: false, fields });
const page = (address: string, ...sections: object[]) => completePage({ title: 'A page', address, sections });
const navigation = completeNavigation({
  menu: [
    { label: 'Shelf', href: '/openshelf', links: [] },
    { label: 'More', href: '', links: [{ label: 'Shelf', href: '/openshelf', note: '' }] },
    { label: 'Prices', href: '/prices', links: [] },
    { label: 'About', href: '/about', links: [] },
  ],
  footer: [
    { title: 'Read', links: [{ label: 'Shelf', href: '/openshelf?sort=new' }] },
    { title: 'Us', links: [{ label: 'About', href: '/about' }] },
  ],
});
const leaveOut = (pages: ReturnType<typeof page>[], ...off: Feature[]) => leaveOutFeatures({ pages, navigation }, off);

describe('what the owner has made, without a feature', () => {
  const about = page(
    '/about',
    section('hero', {
      heading: 'About',
      actions: [
        { label: 'Read', href: '/openshelf', look: 'primary' },
        { label: 'Prices', href: '/prices', look: 'link' },
      ],
    }),
    section('text', { text: '<p>See the <a href="/openshelf/the-ferry">ferry</a> and <a href="/team">us</a>.</p>' }),
  );
  const prices = page('/prices', section('plans', { product: 'genmate' }));
  const subscribe = page('/subscribe', section('hero', { heading: 'Subscribe', plan: 'Writer' }));
  const home = page(
    '/',
    section('plans', { product: 'genmate' }),
    section('hero', { heading: 'Home', plan: 'Writer' }),
  );

  it('has no link to its pages: in lists, menus, columns and texts, whose words stay', () => {
    const left = leaveOut([about], 'openshelf');
    expect(left.pages[0]?.sections.map(({ fields }) => fields)).toMatchObject([
      { heading: 'About', actions: [{ label: 'Prices' }] },
      { text: '<p>See the ferry and <a href="/team">us</a>.</p>' },
    ]);
    expect(left.navigation.menu.map(({ label }) => label)).toEqual(['Prices', 'About']);
    expect(left.navigation.footer.map(({ title }) => title)).toEqual(['Us']);
  });

  it('has no page that sells plans, no section of plans at home, and no link to these pages', () => {
    const left = leaveOut([about, prices, subscribe, home], 'subscriptions');
    expect(left.pages.map(({ address }) => address)).toEqual(['/about', '/']);
    expect(left.pages[1]?.sections.map(({ kind }) => kind)).toEqual(['hero']);
    expect(left.pages[0]?.sections[0]?.fields).toMatchObject({ actions: [{ label: 'Read' }] });
    expect(left.pages[1]?.sections[0]?.fields).toMatchObject({ heading: 'Home', plan: '' });
    expect(left.navigation.menu.map(({ label }) => label)).toEqual(['Shelf', 'More', 'About']);
  });

  it('keeps a page whose section of plans is hidden', () => {
    const hidden = page('/prices', { ...section('plans', { product: 'genmate' }), is_hidden: true });
    expect(leaveOut([hidden], 'subscriptions').pages.map(({ address }) => address)).toEqual(['/prices']);
  });

  it('is the same while all are on', () => {
    expect(leaveOut([about, prices, home])).toEqual({ pages: [about, prices, home], navigation });
  });
});

describe('what the owner has made, without an archived product', () => {
  const product = (key: string, fields: object) => completeProduct({ key, ...fields });
  const leave = (pages: ReturnType<typeof page>[], ...products: ReturnType<typeof product>[]) =>
    leaveOutProducts({ pages, navigation: completeNavigation({}) }, products);
  const menu = section('hero', { heading: 'Features', product_menu: 'tidal' });
  const pages = [
    page('/', section('hero', { actions: [{ label: 'Tidal', href: '/tidal#top' }], product_menu: 'tidal' })),
    page('/tidal', section('text', {})),
    page('/tidal/prices', section('text', {})),
    page('/features', menu),
    page('/about', section('plans', { product: 'tidal' }), section('plans', { product: 'logbook' })),
  ];
  const tidal = { page: '/tidal', prices_address: '/tidal/prices#plans', has_waiting_list: true };

  it('has none of its pages, nor links to them and to its waiting list; the home page stays', () => {
    const left = leave(pages, product('tidal', { ...tidal, is_archived: true }), product('logbook', {}));
    expect(left.pages.map(({ address }) => address)).toEqual(['/', '/about']);
    expect(left.pages[0]?.sections[0]?.fields).toMatchObject({ actions: [] });
    expect(left.pages[1]?.sections.map(({ fields }) => fields)).toMatchObject([{ product: 'logbook' }]);
  });

  it('has no link to a page of it that the program has, as the shelf', () => {
    const linking = page('/x', section('text', { text: '<a href="/openshelf">Shelf</a>' }));
    const left = leave([linking], product('openshelf', { page: '/openshelf', is_archived: true }));
    expect(left.pages[0]?.sections[0]?.fields).toMatchObject({ text: 'Shelf' });
  });

  it('keeps a page that another product has, too', () => {
    const left = leave(
      pages,
      product('tidal', { ...tidal, is_archived: true }),
      product('logbook', { page: '/tidal', prices_address: '/features' }),
    );
    expect(left.pages.map(({ address }) => address)).toEqual(['/', '/tidal', '/features', '/about']);
  });

  it('keeps links to waiting lists that there are, and no others', () => {
    const links = ['/tidal/waitinglist', '/tidal/waitinglist/joined?x', '/logbook/waitinglist', '/gone/waitinglist'];
    const linking = page('/x', section('text', { text: links.map((href) => `<a href="${href}">x</a>`).join('') }));
    const left = leave([linking], product('tidal', tidal), product('logbook', {}));
    const text = JSON.stringify(left.pages[0]?.sections[0]?.fields);
    expect(links.filter((href) => text.includes(`"${href}\\"`) || text.includes(`\\"${href}\\"`))).toEqual(
      links.slice(0, 2),
    );
  });
});

it.each([
  ['sea_charts', '/sea-charts/waitinglist'],
  ['genmate', '/genmate/waitinglist'],
  ['openshelf', '/openshelf-product/waitinglist'],
  ['api', '/api-product/waitinglist'],
])('the waiting list of %s is at %s, and belongs to the feature', (key, path) => {
  expect(toWaitingListPath(key)).toBe(path);
  expect(findFeature(path)).toBe('waiting_lists');
});
