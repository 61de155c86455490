import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { NavigationIsland } from '#src/features/site-navigation/Navigation.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/navigation';

let site: IslandSite;
let id: number;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  id = (await site.call('GET', PATH)).id;
});

async function open(query = ''): Promise<void> {
  site.open(<NavigationIsland />, `/admin/navigation${query}`);
  await screen.findByRole('button', { name: 'Move Home' });
}
/** A link as it is stored in the menu of the header. */
const link = (label: string, href: string, note = '') => ({ label, href, note });
const entry = (label: string, href: string, ...links: ReturnType<typeof link>[]) => ({ label, href, links });
/** Somebody else saves a draft. */
const save = (changes: Partial<SiteNavigation>, version = 0) =>
  site.call('PUT', `${PATH}/${id}/draft`, {
    fields: { ...demoNavigation, ...changes },
    content: '',
    client_id: 'another-client',
    version,
    base_revision: 1,
  });
const MENU = [
  entry('Home', '/'),
  entry('Products', '', link('Logbook', '/logbook', 'For trips'), link('Tidal', '/tidal')),
  entry('Prices', '/prices'),
  entry('Company', '', link('About', '/about')),
];
const BARE = { menu: MENU, product_menus: [], footer: [], footer_line: [], socials: [] };
/** Opens the screen over a draft that has these lists and no others. */
const openWith = async (changes: Partial<SiteNavigation> = {}, query = '') => {
  await save({ ...BARE, ...changes });
  await open(query);
};
const part = (name: string) => within(screen.getByRole('region', { name }));
/** The header menu in one line, such as 'Home, Products (Logbook, Tidal)'. */
const readMenu = () => {
  const names = (list: Element): string[] =>
    [...list.querySelectorAll(':scope > li')].map((row) => {
      const below = row.querySelector('.tree-below > ul');
      const name = row.querySelector('.tree-name > span')?.textContent ?? '';
      return below ? `${name} (${names(below).join(', ')})` : name;
    });
  const list = screen.getByRole('region', { name: 'Header menu' }).querySelector('.tree > ul');
  return list ? names(list).join(', ') : '';
};
const expectMenu = (text: string) => waitFor(() => expect(readMenu()).toBe(text));
const readDraft = async () =>
  (await site.call('GET', `${PATH}/${id}/draft`)).draft?.fields as SiteNavigation | undefined;
const grip = (name: string, region = 'Header menu') => part(region).getByRole('button', { name: `Move ${name}` });
/** Moves by keys at the grip. */
async function press(name: string, keys: string, region?: string): Promise<void> {
  grip(name, region).focus();
  await site.user.keyboard(`{Alt>}${keys}{/Alt}`);
}
/** Chooses an action in the menu of a row. */
async function choose(name: string, action: string, region = 'Header menu'): Promise<void> {
  await site.user.click(part(region).getByRole('button', { name: `Actions for ${name}` }));
  await site.user.click(await screen.findByRole('menuitem', { name: action }));
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const openRow = (name: string, region = 'Header menu') =>
  site.user.click(part(region).getByRole('button', { name: new RegExp(`^${name}( |$)`) }));
const announced = (region = 'Header menu') =>
  screen.getByRole('region', { name: region }).querySelector('.tree > p[role=status]')?.textContent;

describe('the menus of the site', () => {
  test('are shown with all their entries, and nothing is to be published', async () => {
    await open();
    await screen.findByText('Nothing to publish');
    expect(readMenu()).toBe(
      'Home, Products (GenMate, TaxMate, OpenShelf, ChatMate), Blog (All posts), ' +
        'Resources (GenMate documents, All product documents), Company (About, Contact, Team, Mission, Philosophy, Milestones)',
    );
    for (const name of ['Product menus', 'Footer', 'Last line of the footer', 'Social links']) part(name);
    await expectAccessible();
  });

  test('say why they can’t be loaded, while redirects can be used', async () => {
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    site.open(<NavigationIsland />, '/admin/navigation');
    await findFailure('Couldn’t load the menus', 'Something broke.');
    await site.user.click(screen.getByRole('link', { name: 'Redirects' }));
    await screen.findByRole('heading', { name: 'No redirects yet' });
  });

  test('keep what was typed while redirects are shown', async () => {
    await openWith();
    await openRow('Prices');
    await site.user.type(field('Label'), ' and plans');
    await site.user.click(screen.getByRole('link', { name: 'Redirects' }));
    await screen.findByRole('heading', { name: 'No redirects yet' });
    await site.user.click(screen.getByRole('link', { name: 'Menus' }));
    await expectMenu('Home, Products (Logbook, Tidal), Prices and plans, Company (About)');
    await waitFor(async () => expect((await readDraft())?.menu[2]?.label).toBe('Prices and plans'));
    expect(site.navigations).toEqual([]);
  });

  test('are edited in their place, saved as a draft, and live only after they are published', async () => {
    await open();
    await openRow('Blog');
    await expectFocus(() => field('Label'));
    await expectAccessible();
    await site.user.clear(field('Label'));
    await site.user.type(field('Label'), 'Journal{Enter}');
    await expectFocus(() => part('Header menu').getByRole('button', { name: /^Journal/ }));
    await screen.findByText('1 draft change');
    expect((await loadSiteContent(site.db)).navigation.menu[2]?.label).toBe('Blog');
    await site.press('Publish...');
    const { getByRole } = await findDialog('Publish 1 change?');
    await site.user.click(getByRole('button', { name: 'Publish 1 change' }));
    await findToast('Publishing 1 change');
    expect((await loadSiteContent(site.db)).navigation.menu[2]?.label).toBe('Journal');
    await site.press('Undo publish');
    await waitFor(() => expect(readMenu()).toContain('Blog'));
  });

  test('show the header as it will be, with the links of the menu that is edited', async () => {
    await openWith();
    const preview = document.querySelector('.header-preview-page') as HTMLElement;
    expect(preview.querySelector('.header-preview-menu')?.textContent).toBe('LogbookFor tripsTidal');
    await openRow('About');
    expect(preview.querySelector('.header-preview-menu')?.textContent).toBe('About');
    await site.user.type(field('Label'), ' us');
    expect(preview.querySelector('.header-preview-menu')?.textContent).toBe('About us');
  });

  test('that somebody else changed in another list are merged, and in the same one compared by names', async () => {
    await open();
    await save({ socials_title: 'Find us' });
    await openRow('Blog');
    await site.user.type(field('Label'), '!');
    await waitFor(async () => expect(await readDraft()).toMatchObject({ socials_title: 'Find us' }));
    await save({ menu: [entry('Start', '/')] }, 2);
    await site.user.type(field('Label'), '!');
    await screen.findByText(/saved a different version of the navigation\./);
    await site.user.click(screen.getAllByRole('button', { name: 'Compare versions' })[0] as Element);
    const { getByRole, dialog } = await findDialog('Someone else saved a different version');
    expect(dialog.textContent).toContain('Blog!! (All posts)');
    await site.user.click(getByRole('radio', { name: 'Menu: Their version' }));
    await site.user.click(getByRole('button', { name: 'Save merged version' }));
    await expectMenu('Start');
  });
});

describe('an entry', () => {
  test('is moved by Alt and an arrow key, keeps the focus, and where it is is said', async () => {
    await openWith();
    await press('Prices', '{ArrowUp}');
    await expectMenu('Home, Prices, Products (Logbook, Tidal), Company (About)');
    await expectFocus(() => grip('Prices'));
    expect(announced()).toBe('Prices is in position 2 of 4.');
    await press('Prices', '{ArrowUp}{ArrowUp}');
    await expectMenu('Prices, Home, Products (Logbook, Tidal), Company (About)');
    await waitFor(async () => expect((await readDraft())?.menu[0]?.label).toBe('Prices'));
  });

  test('goes into the entry above by Alt and the right arrow, and out of it by the left one, with all that it had', async () => {
    await openWith();
    await press('Prices', '{ArrowRight}');
    await expectMenu('Home, Products (Logbook, Tidal, Prices), Company (About)');
    expect(announced()).toBe('Prices is in position 3 of 3 in ‘Products’.');
    await press('Logbook', '{ArrowLeft}');
    await expectMenu('Home, Products (Tidal, Prices), Logbook, Company (About)');
    await press('Logbook', '{ArrowRight}');
    await expectMenu('Home, Products (Tidal, Prices, Logbook), Company (About)');
    await waitFor(async () =>
      expect((await readDraft())?.menu[1]?.links).toEqual([
        link('Tidal', '/tidal'),
        link('Prices', '/prices'),
        link('Logbook', '/logbook', 'For trips'),
      ]),
    );
  });

  test('with links of its own stays at its level, and the reason is said', async () => {
    await openWith();
    await press('Company', '{ArrowRight}');
    expect(announced()).toBe('‘Company’ has links of its own, so it stays at this level.');
    expect(readMenu()).toBe('Home, Products (Logbook, Tidal), Prices, Company (About)');
  });

  test('stays where it is when there is no room', async () => {
    const links = Array.from({ length: 12 }, (_, at) => link(`Link ${at + 1}`, '/'));
    await openWith({ menu: [entry('Full', '', ...links), entry('Prices', '/prices')].concat(entry('Home', '/')) });
    await press('Prices', '{ArrowRight}');
    expect(announced()).toBe('There’s no room for ‘Prices’ there: 12 is the most.');
    expect(part('Header menu').queryByRole('button', { name: 'Add link to Full' })).toBeNull();
  });

  test('goes on into the menu before at the top of its own', async () => {
    await openWith();
    await press('About', '{ArrowUp}');
    await expectMenu('Home, Products (Logbook, Tidal, About), Prices, Company');
    await press('About', '{ArrowUp}');
    await expectMenu('Home, Products (Logbook, About, Tidal), Prices, Company');
  });

  test('is moved by its menu', async () => {
    await openWith();
    await choose('Prices', 'Move into ‘Products’');
    await expectMenu('Home, Products (Logbook, Tidal, Prices), Company (About)');
    await choose('Tidal', 'Move out of ‘Products’');
    await expectMenu('Home, Products (Logbook, Prices), Tidal, Company (About)');
    await choose('Tidal', 'Move down');
    await expectMenu('Home, Products (Logbook, Prices), Company (About), Tidal');
    await expectFocus(() => grip('Tidal'));
  });

  test('is added, and its fields are filled in at once', async () => {
    await openWith();
    await site.user.click(part('Header menu').getByRole('button', { name: 'Add link' }));
    await expectFocus(() => field('Label'));
    await site.user.type(field('Label'), 'Contact');
    await site.user.type(field('Leads to'), 'https://tideworks.example{Enter}');
    await expectMenu('Home, Products (Logbook, Tidal), Prices, Company (About), Contact');
    await choose('Products', 'Add link below');
    await expectFocus(() => field('Label'));
    await site.user.type(field('Label'), 'Charts{Escape}');
    await expectMenu('Home, Products (Logbook, Tidal, Charts), Prices, Company (About), Contact');
  });

  test('is added as a group with a first link', async () => {
    await openWith();
    await site.user.click(part('Header menu').getByRole('button', { name: 'Add group' }));
    await site.user.type(field('Label'), 'Help{Enter}');
    await expectMenu('Home, Products (Logbook, Tidal), Prices, Company (About), Help (Untitled link)');
  });

  test('is removed, and is back in its place after Undo', async () => {
    await openWith();
    await choose('Products', 'Remove');
    await expectMenu('Home, Prices, Company (About)');
    await findToast('Products removed');
    await site.press(/^Undo/);
    await expectMenu('Home, Products (Logbook, Tidal), Prices, Company (About)');
  });

  test('without a label says so on its row, once its field is left', async () => {
    await openWith();
    await openRow('Prices');
    await site.user.clear(field('Label'));
    expect(screen.queryByText('Fill in ‘Label’.')).toBeNull();
    await site.user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByText('Fill in ‘Label’.');
    part('Header menu').getByRole('button', { name: 'Move Untitled entry' });
    await expectAccessible();
  });
});

describe('a link', () => {
  test('to a page that is not there says so once it is saved, and the publish dialog leads to it', async () => {
    site.deps.site.hasPath = (path) => path !== '/tidal';
    await openWith();
    await screen.findByText('There’s no page at /tidal.');
    await site.press('Publish...');
    const { getByRole } = await findDialog(/^Publish \d changes\?$/);
    const show = getByRole('link', { name: 'Show: There’s no page at /tidal.' });
    expect(show.getAttribute('href')).toBe('/admin/navigation?field=menu.1.links.1.href');
  });

  test('of the address is open, and its field has the focus', async () => {
    await openWith({}, '?field=menu.1.links.1.href');
    await expectFocus(() => field('Leads to'));
    expect(field('Leads to').value).toBe('/tidal');
  });

  test('is found by the title of its page as one types, and chosen by keys', async () => {
    await openWith();
    await openRow('Prices');
    await site.user.clear(field('Leads to'));
    await site.user.type(field('Leads to'), 'milest');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'Milestones /company/milestonesPage',
      ]),
    );
    await expectAccessible();
    await site.user.keyboard('{ArrowDown}{Enter}');
    expect(field('Leads to').value).toBe('/company/milestones');
    expect(screen.queryByRole('option')).toBeNull();
    await expectFocus(() => field('Leads to'));
  });

  test('to another site is taken as it is typed', async () => {
    await openWith();
    await openRow('Prices');
    await site.user.clear(field('Leads to'));
    await site.user.type(field('Leads to'), 'https://tideworks.example');
    expect(screen.queryByRole('option')).toBeNull();
    await waitFor(async () => expect((await readDraft())?.menu[2]?.href).toBe('https://tideworks.example'));
  });
});

describe('the footer', () => {
  const footer = [
    { title: 'Read', links: [{ label: 'Blog', href: '/blogs' }] },
    { title: 'Help', links: [] },
    { title: 'Legal', links: [{ label: 'Terms', href: '/terms' }] },
  ];
  const readFooter = async () =>
    (await readDraft())?.footer.map(({ title, links }) => [title, ...links.map(({ label }) => label)].join(' '));

  test('has columns that are moved to the side, and links that go from one to the next', async () => {
    await openWith({ footer });
    await press('Legal', '{ArrowLeft}', 'Footer');
    await waitFor(async () => expect(await readFooter()).toEqual(['Read Blog', 'Legal Terms', 'Help']));
    await press('Blog', '{ArrowRight}', 'Footer');
    await waitFor(async () => expect(await readFooter()).toEqual(['Read', 'Legal Blog Terms', 'Help']));
    await choose('Blog', 'Move to ‘Help’', 'Footer');
    await waitFor(async () => expect(await readFooter()).toEqual(['Read', 'Legal Terms', 'Help Blog']));
    await expectAccessible();
  });

  test('gets a link in a column', async () => {
    await openWith({ footer });
    await site.user.click(part('Footer').getByRole('button', { name: 'Add link to Help' }));
    await site.user.type(field('Label'), 'Support{Enter}');
    await waitFor(async () => expect(await readFooter()).toEqual(['Read Blog', 'Help Support', 'Legal Terms']));
  });
});

test('social links are edited and moved', async () => {
  await open();
  await press('Mastodon', '{ArrowUp}', 'Social links');
  await openRow('LinkedIn', 'Social links');
  fireEvent.change(field('Address'), { target: { value: 'https://social.example' } });
  await waitFor(async () =>
    expect((await readDraft())?.socials).toEqual([
      { name: 'Mastodon', url: 'https://mastodon.example/@mateworks' },
      { name: 'LinkedIn', url: 'https://social.example' },
    ]),
  );
});

describe('the announcement', () => {
  const openForm = async (query = '?view=announcement') => {
    site.open(<NavigationIsland />, `/admin/navigation${query}`);
    await screen.findByRole('checkbox', { name: /^Show above the header/ });
  };

  test('is written with its link and its times, and shown as it will be', async () => {
    await openForm();
    await expectAccessible();
    await site.user.click(screen.getByRole('checkbox', { name: /^Show above the header/ }));
    await site.user.type(field('Text'), 'Closed for summer.');
    await site.user.type(field('Leads to'), 'https://tideworks.example');
    await site.user.type(field('Link text'), 'Opening hours');
    fireEvent.change(field('From'), { target: { value: '2026-12-20T08:00' } });
    expect(document.querySelector('.announcement-preview')?.textContent).toBe('Closed for summer. Opening hours');
    await waitFor(async () =>
      expect(await readDraft()).toMatchObject({
        announcement_is_shown: true,
        announcement_text: 'Closed for summer.',
        announcement_link: 'Opening hours',
        announcement_from: '2026-12-20T08:00',
        announcement_until: '',
      }),
    );
    await expectAccessible();
  });

  test('opens at the field of the address', async () => {
    await openForm('?field=announcement_until');
    await expectFocus(() => field('Until'));
  });
});
