import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { PagesIsland } from '#src/features/pages/Pages.island.tsx';
import { suggestAddress } from '#src/features/pages/suggest-address.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/pages';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  site.deps.site.hasPage = () => true;
  await site.signIn('admin');
});

const open = (query = '') => site.open(<PagesIsland />, `/admin/pages${query}`);
const readRows = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);
const waitForRows = (titles: string[]) => waitFor(() => expect(readRows()).toEqual(titles));
const add = (title: string, address: string) => site.call('POST', PATH, { title, address });
const listLive = async () => [...(await loadSiteContent(site.db)).pages.keys()];

describe('the list of pages', () => {
  test('shows each with its address and its state, those changed last first', async () => {
    site.clock.advance(60_000);
    await add('Prices', '/prices');
    open();
    await waitFor(() => expect(readRows()).toHaveLength(demoPages.length + 1));
    expect(readRows()[0]).toBe('Prices');
    const row = document.querySelector('tbody tr');
    expect(row?.textContent).toContain('/pricesDraftNot public yet');
    expect(row?.querySelector('a')?.getAttribute('href')).toMatch(/^\/admin\/pages\/\d+$/);
    expect(document.querySelector('[data-screen-count]')?.textContent).toBe(String(demoPages.length + 1));
    await expectAccessible();
  });

  test('is searched by title and address, and divided by what visitors have', async () => {
    await add('Prices', '/harbour');
    open('?status=new');
    await waitForRows(['Prices']);
    await site.user.type(screen.getByRole('searchbox', { name: 'Search pages' }), 'HARB{Enter}');
    await waitForRows(['Prices']);
    await site.user.clear(screen.getByRole('searchbox', { name: 'Search pages' }));
    await site.user.type(screen.getByRole('searchbox', { name: 'Search pages' }), 'fjord{Enter}');
    await screen.findByRole('heading', { name: 'No pages match' });
    await site.press('Clear filters');
    await waitFor(() => expect(readRows()).toHaveLength(demoPages.length + 1));
  });

  test('says why it can’t be loaded', async () => {
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    open();
    await findFailure('Failed to fetch pages', 'Something broke.');
  });
});

describe('a new page', () => {
  test('has an address that follows its title until it is changed, and opens', async () => {
    open();
    await site.press('New page');
    const { getByRole, findByText } = await findDialog('New page');
    await site.user.type(getByRole('textbox', { name: 'Title' }), 'Winter storage');
    await findByText('Free');
    expect(getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('/winter-storage');
    await expectAccessible();
    await site.user.clear(getByRole('textbox', { name: 'Address' }));
    await site.user.type(getByRole('textbox', { name: 'Address' }), '/Winter place');
    await site.user.click(getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(site.navigations).toHaveLength(1));
    expect(site.navigations[0]).toMatch(/^\/admin\/pages\/\d+$/);
    const { pages } = await site.call('GET', PATH);
    expect(pages).toContainEqual(expect.objectContaining({ title: 'Winter storage', address: '/winter-place' }));
  });

  test('is told while typing that its address is taken, and asks for a title', async () => {
    open();
    await site.press('New page');
    const { getByRole, findByText } = await findDialog('New page');
    await site.user.click(getByRole('button', { name: 'Create page' }));
    await findByText('Enter a title.');
    await site.user.type(getByRole('textbox', { name: 'Title' }), 'Terms');
    await findByText('Another page has this address.');
  });

  test('can start as a copy of another one', async () => {
    open();
    await site.press('New page');
    const { getByRole } = await findDialog('New page');
    await site.user.type(getByRole('textbox', { name: 'Title' }), 'Second home');
    const choice = getByRole<HTMLSelectElement>('combobox', { name: 'Start with' });
    const home = [...choice.options].find(({ text }) => text.startsWith('A copy of')) as HTMLOptionElement;
    await site.user.selectOptions(choice, home);
    await site.user.click(getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(site.navigations).toHaveLength(1));
    const { pages } = await site.call('GET', PATH);
    const page = pages.find(({ title }: { title: string }) => title === 'Second home');
    expect(page.section_kinds.length).toBeGreaterThan(0);
  });

  test.each([
    ['Winter storage', '/winter-storage'],
    ['  Priser & vilkår!', '/priser-vilkar'],
    ['Smørbrød på Ærø', '/smorbrod-pa-aero'],
    ['Crew’s day', '/crews-day'],
    ['北京', ''],
  ])('called ‘%s’ is suggested %s', (title, address) => {
    expect(suggestAddress(title)).toBe(address);
  });
});

describe('a page of the list', () => {
  test('is duplicated as a draft', async () => {
    await add('Prices', '/prices');
    open();
    await site.chooseAction('Prices', 'Duplicate');
    await findToast('Prices (copy) created');
    await waitFor(() => expect(readRows()).toContain('Prices (copy)'));
  });

  test('is deleted with a redirect, and is back after Undo', async () => {
    open('?search=compare');
    await waitFor(() => expect(readRows()).toHaveLength(1));
    const [name = ''] = readRows() as string[];
    await site.chooseAction(name, 'Delete...');
    const { getByRole, findByText } = await findDialog(`Delete ${name}?`);
    await findByText(/^It leaves the site straight away\..* You can undo this for 30 seconds\.$/);
    await expectAccessible();
    await site.user.selectOptions(
      getByRole('combobox', { name: 'Send visitors of /compare-packages to' }),
      getByRole('option', { name: /\(\/terms\)$/ }),
    );
    await site.user.click(getByRole('button', { name: 'Delete' }));
    await findToast('Page deleted');
    expect(await listLive()).not.toContain('/compare-packages');
    const { data } = await site.call('GET', '/api/admin/redirects');
    expect(data).toMatchObject([{ from: '/compare-packages', to: '/terms' }]);
    await site.press('Undo');
    await waitFor(async () => expect(await listLive()).toContain('/compare-packages'));
    await waitForRows([name]);
  });

  test('that is home can’t be deleted, and says why', async () => {
    open('?sort=address');
    await waitFor(() => expect(readRows()).toHaveLength(demoPages.length));
    const [home = ''] = readRows() as string[];
    await site.press(`Actions for ${home}`);
    const item = await screen.findByRole('menuitem', { name: /^Delete/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('A site needs its home page.');
  });

  test('that can’t be deleted says why, in the dialog', async () => {
    const { page } = await add('Prices', '/prices');
    open('?status=new');
    await waitForRows(['Prices']);
    site.network.fail('DELETE', `${PATH}/${page.id}`, 409, { message: 'This page was published by someone else.' });
    await site.chooseAction('Prices', 'Delete...');
    const { getByRole, findByText } = await findDialog('Delete Prices?');
    await findByText(/^It was never on the site\./);
    await site.user.click(getByRole('button', { name: 'Delete' }));
    await findFailure('Failed to delete the page', 'This page was published by someone else.');
  });

  test('leaves the focus in the list when it is deleted', async () => {
    await add('Prices', '/prices');
    await add('Crew', '/crew');
    open('?status=new&sort=title');
    await waitForRows(['Crew', 'Prices']);
    await site.chooseAction('Crew', 'Delete...');
    const { getByRole } = await findDialog('Delete Crew?');
    await site.user.click(getByRole('button', { name: 'Delete' }));
    await waitForRows(['Prices']);
    await expectFocus(() => screen.getByRole('link', { name: 'Prices' }));
  });
});
