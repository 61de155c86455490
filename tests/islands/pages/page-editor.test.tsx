import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PageSection, SitePage } from '#api/domain/site-pages.ts';
import { defineSection } from '#db/seed/site/pages/define-page.ts';
import { PageEditorIsland } from '#src/features/pages/editor/PageEditor.island.tsx';
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
let rendered: SitePage[];
beforeEach(async () => {
  site = await createIslandSite();
  rendered = [];
  site.deps.publisher.dryRun.previewPage = async (page) => {
    rendered.push(page);
    return { status: 200, body: Buffer.from('<p>Rendered</p>'), contentType: 'text/html', policy: null };
  };
  await site.signIn('admin');
});

const hero = defineSection('hero', 'hero', { heading: 'Less paperwork' });
const quotes = defineSection('quotes', 'quotes', { title: 'What skippers say' });
const steps = defineSection('steps', 'steps', { title: 'Three steps' });

/** A new page with these sections. */
async function createPage(sections: PageSection[] = [hero, quotes, steps]): Promise<number> {
  const { page } = await site.call('POST', PATH, { title: 'Prices', address: '/prices' });
  await save(page.id, { sections });
  return page.id;
}
const readDraft = async (id: number) => (await site.call('GET', `${PATH}/${id}/draft`)).draft;
const readSections = async (id: number) => (await readDraft(id)).fields.sections as PageSection[];
/** Somebody else saves a draft. */
async function save(id: number, change: Partial<SitePage>) {
  const { fields, version, base_revision } = await readDraft(id);
  const body = { fields: { ...fields, ...change }, content: '', client_id: 'another-client', version, base_revision };
  await site.call('PUT', `${PATH}/${id}/draft`, body);
}
async function open(id: number, query = ''): Promise<void> {
  site.open(<PageEditorIsland />, `/admin/pages/${id}${query}`);
  await screen.findByRole('region', { name: 'Sections' });
}
const list = () => within(screen.getByRole('region', { name: 'Sections' }));
const readNames = () =>
  list()
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent);
const section = (name: RegExp) => list().getByRole('button', { name });
const waitForIds = (id: number, ids: string[]) =>
  waitFor(async () => expect((await readSections(id)).map((each) => each.id)).toEqual(ids));

describe('the sections of a page', () => {
  test('are listed with what they say, and the first is open', async () => {
    await open(await createPage());
    expect(readNames()).toEqual(['Hero', 'Quotes', 'Steps']);
    expect(section(/^Hero/).textContent).toContain('Less paperwork');
    expect(section(/^Hero/).getAttribute('aria-current')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Headline').value).toBe('Less paperwork');
    await expectAccessible();
  });

  test('are saved as a draft while they are typed, and shown in the preview', async () => {
    const id = await createPage();
    await open(id);
    await waitFor(() => expect(rendered).toHaveLength(1));
    await site.user.click(section(/^Quotes/));
    const field = screen.getByRole('textbox', { name: 'Title' });
    await site.user.clear(field);
    await site.user.type(field, 'What crews say');
    await waitFor(async () => expect((await readSections(id))[1]?.fields).toMatchObject({ title: 'What crews say' }));
    await waitFor(() => expect(rendered.at(-1)?.sections[1]?.fields).toMatchObject({ title: 'What crews say' }));
  });

  test('are added below the open one by search and Enter, with the focus in the form', async () => {
    const id = await createPage();
    await open(id);
    await site.press('Add section');
    const dialog = await findDialog('Add section');
    dialog.getByText('Goes below Hero: Less paperwork.');
    await expectAccessible();
    await site.user.type(dialog.getByRole('searchbox', { name: 'Search sections' }), 'nothing like it');
    dialog.getByText('No section is called that. Try ‘text’ or ‘image’.');
    await site.user.clear(dialog.getByRole('searchbox', { name: 'Search sections' }));
    await site.user.type(dialog.getByRole('searchbox', { name: 'Search sections' }), 'call to act{Enter}');
    await waitForIds(id, ['hero', 'call-to-action', 'quotes', 'steps']);
    await expectFocus(() => screen.getByLabelText('Badge'));
  });

  test('are moved with Alt and the arrow keys, and by their menu', async () => {
    const id = await createPage();
    await open(id);
    section(/^Hero/).focus();
    await site.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(readNames()).toEqual(['Quotes', 'Hero', 'Steps']);
    await expectFocus(() => section(/^Hero/));
    await site.chooseAction('Steps: Three steps', 'Move up');
    await waitForIds(id, ['quotes', 'steps', 'hero']);
  });

  test('are duplicated with Ctrl D, and the copy has an anchor of its own', async () => {
    const id = await createPage();
    await open(id);
    section(/^Quotes/).focus();
    await site.user.keyboard('{Control>}d{/Control}');
    await waitForIds(id, ['hero', 'quotes', 'quotes-2', 'steps']);
    await expectFocus(() => list().getAllByRole('button', { name: /^Quotes/ })[1] as Element);
  });

  test('are hidden with H, and shown again', async () => {
    const id = await createPage();
    await open(id);
    section(/^Hero/).focus();
    await site.user.keyboard('h');
    expect(section(/^Hero/).textContent).toContain('Hidden');
    screen.getByText('This section is hidden: visitors don’t see it.');
    await waitFor(async () => expect((await readSections(id))[0]?.is_hidden).toBe(true));
    await site.chooseAction('Hero: Less paperwork', 'Show');
    await waitFor(async () => expect((await readSections(id))[0]?.is_hidden).toBe(false));
  });

  test('are deleted with Del, with the focus on the next, and are back in their place after Undo', async () => {
    const id = await createPage();
    await open(id);
    section(/^Quotes/).focus();
    await site.user.keyboard('{Delete}');
    await findToast('Section deleted');
    await expectFocus(() => section(/^Steps/));
    await waitForIds(id, ['hero', 'steps']);
    // The editor of formatted text has an Undo of its own.
    await site.user.click(
      within(document.querySelector<HTMLElement>('.toast') as HTMLElement).getByRole('button', { name: 'Undo' }),
    );
    await waitForIds(id, ['hero', 'quotes', 'steps']);
    await expectFocus(() => section(/^Quotes/));
  });

  test('that two people change at once are both kept', async () => {
    const id = await createPage();
    await open(id);
    const added = defineSection('news', 'news', {});
    await save(id, { sections: [hero, { ...quotes, is_hidden: true }, steps, added] });
    const field = screen.getByLabelText('Headline');
    await site.user.clear(field);
    await site.user.type(field, 'More sea');
    await waitFor(async () => expect((await readSections(id))[0]?.fields).toMatchObject({ heading: 'More sea' }));
    await waitForIds(id, ['hero', 'quotes', 'steps', 'news']);
    expect((await readSections(id))[1]?.is_hidden).toBe(true);
    expect(readNames()).toEqual(['Hero', 'Quotes', 'Steps', 'News line']);
  });

  test('say what keeps them from being published, in the list and at the field', async () => {
    await open(await createPage([defineSection('hero', 'hero', { heading: '' }), quotes]));
    expect(section(/^Hero/).textContent).toContain('Needs a correction');
    screen.getByText('Fill in ‘Headline’.');
  });

  test('say at the field that a link leads nowhere once it is saved, and with a correction nothing more', async () => {
    site.deps.site.hasPath = (path) => path === '/terms';
    site.deps.site.listPages = () => ['/terms'];
    await open(await createPage([defineSection('hero', 'hero', { heading: 'Hi' })]));
    await site.press('Add button');
    await site.user.type(screen.getByLabelText('Words'), 'Read');
    await site.user.type(screen.getByLabelText('Leads to'), '/termz');
    await screen.findByText('There’s no page at /termz. Did you mean /terms?');
    await site.user.type(screen.getByLabelText('Leads to'), '{Backspace}s');
    await waitFor(() => expect(screen.queryByText(/^There’s no page at/)).toBeNull());
    await screen.findByText('1 draft change');
    expect(section(/^Hero/).textContent).not.toContain('Needs a correction');
  });

  test('of a page without any are begun by a button', async () => {
    await open(await createPage([]));
    await screen.findByText('Its title, its address, and what search engines are told.');
    await site.press('Add section');
    const dialog = await findDialog('Add section');
    dialog.getByText('Goes at the end of the page.');
  });
});

describe('a page', () => {
  test('has its title, its address and what search engines are told in a form of its own', async () => {
    const id = await createPage();
    await open(id);
    await site.user.click(section(/^Page/));
    await site.user.clear(screen.getByRole('textbox', { name: 'Title' }));
    await site.user.type(screen.getByRole('textbox', { name: 'Title' }), 'Our prices');
    await site.user.clear(screen.getByRole('textbox', { name: 'Address' }));
    await site.user.type(screen.getByRole('textbox', { name: 'Address' }), '/terms');
    await screen.findByText('Another page has this address.');
    await waitFor(async () =>
      expect((await readDraft(id)).fields).toMatchObject({ title: 'Our prices', address: '/terms' }),
    );
    await expectAccessible();
  });

  test('that is home keeps its address', async () => {
    const { pages } = await site.call('GET', PATH);
    await open(pages.find(({ address }: { address: string }) => address === '/').id);
    await site.user.click(section(/^Page/));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).readOnly).toBe(true);
    screen.getByText('The home page stays at this address.');
  });

  test('opens at the field of the address', async () => {
    await open(await createPage(), '?field=sections.1.fields.title');
    await expectFocus(() => screen.getByRole('textbox', { name: 'Title' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('What skippers say');
  });

  test('is published with the other changes of the site', async () => {
    const id = await createPage();
    await open(id);
    await site.press('Publish...');
    const { getByRole, getByText } = await findDialog(/^Publish \d+ changes\?$/);
    getByText('Prices');
    await site.user.click(getByRole('button', { name: /^Publish \d+ changes$/ }));
    await findToast(/^Publishing \d+ changes$/);
    const { page } = await site.call('GET', `${PATH}/${id}/draft`);
    expect(page).toMatchObject({ status: 'live', live_address: '/prices' });
  });

  test('with a legal text says that it is to be checked, until somebody has', async () => {
    await open(await createPage([defineSection('legal', 'terms', { heading: 'Terms' })]));
    screen.getByText('Have this checked');
    await site.user.click(screen.getByRole('checkbox', { name: /^Someone who knows the law/ }));
    await waitFor(() => expect(screen.queryByText('Have this checked')).toBeNull());
  });

  test('that is gone says so', async () => {
    site.open(<PageEditorIsland />, '/admin/pages/9999');
    await screen.findByRole('heading', { name: 'Page not found' });
    await expectAccessible();
  });

  test('that can’t be loaded says why', async () => {
    const id = await createPage();
    site.network.fail('GET', `${PATH}/${id}/draft`, 500, { message: 'Something broke.' });
    site.open(<PageEditorIsland />, `/admin/pages/${id}`);
    await findFailure('Couldn’t load the page', 'Something broke.');
  });

  test('whose preview can’t be made says why, and is tried again', async () => {
    const id = await createPage();
    const restore = site.network.fail('POST', `${PATH}/${id}/preview`, 503, { message: 'Too many previews.' });
    await open(id);
    await screen.findByText(/^Couldn’t make the preview\. Too many previews\./);
    restore();
    await site.press('Retry');
    await waitFor(() => expect(rendered).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(/^Couldn’t make the preview\./)).toBeNull());
  });
});

test('a page that was never published is gone with its discarded draft, and Undo brings it back', async () => {
  const id = await createPage();
  await open(id);
  await site.press('Publish...');
  const dialog = await findDialog(/^Publish \d+ changes\?$/);
  await site.user.click(dialog.getByRole('button', { name: 'Discard changes...' }));
  const question = await findDialog(/^Discard \d+ changes\?$/);
  question.getByText('‘Prices’');
  question.getByText(/was never published and will be deleted/);
  await site.user.click(question.getByRole('button', { name: 'Discard changes' }));
  await screen.findByRole('heading', { name: 'Page deleted' });
  await expectFocus(() => screen.getByRole('link', { name: 'Back to Pages' }));
  await site.user.click(
    within(document.querySelector<HTMLElement>('.toast') as HTMLElement).getByRole('button', { name: 'Undo' }),
  );
  await screen.findByRole('region', { name: 'Sections' });
  expect(readNames()).toEqual(['Hero', 'Quotes', 'Steps']);
});
