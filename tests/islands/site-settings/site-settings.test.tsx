import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { SiteSettingsIsland } from '#src/features/site-settings/SiteSettings.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const DRAFT = '/api/admin/settings/1/draft';
const CHANGES = '/api/admin/site-changes';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

async function open(query = ''): Promise<void> {
  site.open(<SiteSettingsIsland />, `/admin/settings${query}`);
  await screen.findByRole('link', { name: 'Company' });
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const withCompany = (company: Partial<SiteSettings['company']>): SiteSettings => ({
  ...demoSettings,
  company: { ...demoSettings.company, ...company },
});
/** Somebody else saves a draft. */
const saveElsewhere = (fields: SiteSettings, version = 0) =>
  site.call('PUT', DRAFT, { fields, content: '', client_id: 'another-client', version, base_revision: 1 });
const readDraft = async () => (await site.call('GET', DRAFT)).draft?.fields as SiteSettings | undefined;
const readName = async () => (await loadSiteContent(site.db)).settings.company.name;
const retype = async (name: string, text: string) => {
  await site.user.clear(field(name));
  await site.user.type(field(name), text);
};
const openDialog = async (title: string) => {
  await site.press('Publish...');
  return findDialog(title);
};

/** What the worker of publishes says about the first. */
function setPublish(changes: Record<string, unknown>): () => void {
  return site.network.intercept('GET', '/api/publishes/1', async (request) => {
    const response = await site.app.fetch(request);
    return Response.json({ ...(await response.json()), ...changes });
  });
}
const LIVE = { status: 'live', milliseconds: 1_900 };
const publish = async () => {
  const { getByRole } = await openDialog('Publish 1 change?');
  await site.user.click(getByRole('button', { name: 'Publish 1 change' }));
};

describe('the settings of the site', () => {
  test('are saved as a draft while they are typed, in all tabs, and nothing goes live', async () => {
    await open();
    await screen.findByText('Nothing to publish');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish...' }).disabled).toBe(true);
    await expectAccessible();
    await retype('Company name', 'Tideworks');
    await site.user.click(screen.getByRole('link', { name: 'Language and formats' }));
    await site.user.selectOptions(field('Currency'), 'Norwegian Krone (NOK)');
    await screen.findByText('2 draft changes');
    expect(await readDraft()).toMatchObject({ company: { name: 'Tideworks' }, language: { currency: 'NOK' } });
    expect(await readName()).toBe('Mateworks');
    await expectAccessible();
    await site.user.click(screen.getByRole('link', { name: 'Company' }));
    expect(field('Company name').value).toBe('Tideworks');
    expect(site.navigations).toEqual([]);
  });

  test('say why they can’t be loaded, and are loaded again', async () => {
    site.network.fail('GET', '/api/admin/settings', 500, { message: 'Something broke.' });
    site.open(<SiteSettingsIsland />, '/admin/settings');
    await findFailure('Couldn’t load the settings', 'Something broke.');
  });

  test('open at the field of the address', async () => {
    await open('?field=mail.salutation');
    await expectFocus(() => field('Email greeting'));
    expect(field('Email greeting').value).toBe('Kia ora');
  });

  test('that two people changed in different fields are merged', async () => {
    await open();
    await saveElsewhere(withCompany({ phone: '+47 55 00 00 00' }));
    await retype('Company name', 'Tideworks');
    await waitFor(async () =>
      expect(await readDraft()).toMatchObject({ company: { name: 'Tideworks', phone: '+47 55 00 00 00' } }),
    );
    expect(field('Phone').value).toBe('+47 55 00 00 00');
  });

  test('that two people changed in one field are compared, and one of both is kept', async () => {
    await open();
    await saveElsewhere(withCompany({ name: 'Harbour' }));
    await retype('Company name', 'Tideworks');
    await screen.findByText(/saved a different version of the settings\./);
    await expectAccessible();
    await site.user.click(screen.getAllByRole('button', { name: 'Compare versions' })[0] as Element);
    const { getByRole } = await findDialog('Someone else saved a different version');
    await site.user.click(getByRole('radio', { name: 'Company name: Their version' }));
    await site.user.click(getByRole('button', { name: 'Save merged version' }));
    await waitFor(() => expect(field('Company name').value).toBe('Harbour'));
    await waitFor(() => expect(screen.queryByText(/saved a different version of the settings\./)).toBeNull());
  });
});

describe('the revisions of the settings', () => {
  test('are compared by field and restored as the draft', async () => {
    await open();
    await saveElsewhere(withCompany({ name: 'Harbour' }));
    await retype('Tagline', 'Less paperwork.');
    await screen.findByText('2 draft changes');
    await site.press('Revisions');
    const { dialog, findByText, getByRole } = await findDialog('Revisions');
    await waitFor(() => expect(dialog.querySelectorAll('.revision-list button')).toHaveLength(2));
    expect(dialog.textContent).not.toContain('words');
    await site.user.click(dialog.querySelector('li:last-child button') as HTMLElement);
    await site.user.selectOptions(getByRole('combobox', { name: 'Compare with' }), 'The current draft');
    await findByText('Changes from this revision to the current draft.');
    await waitFor(() => expect(dialog.querySelector('.changed-fields dt')?.textContent).toBe('Tagline'));
    await expectAccessible();
    await site.press('Restore this revision');
    await findToast('Revision restored as the draft. It goes live when you publish.');
    await screen.findByText('1 draft change');
    expect(field('Company name').value).toBe('Harbour');
    expect(field('Tagline').value).toBe(demoSettings.company.tagline);
  });
});

describe('the changes of the site', () => {
  test('are named before they are published, and live after it', async () => {
    setPublish(LIVE);
    await open();
    await retype('Company name', 'Tideworks');
    await retype('Tagline', 'Less paperwork.');
    const { dialog, getByRole } = await openDialog('Publish 2 changes?');
    expect([...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'Company nameTideworks',
      'TaglineLess paperwork.',
    ]);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Publish 2 changes' }));
    await findToast('Publishing 2 changes');
    await screen.findByText('Live (took 1.9 s)');
    expect(await readName()).toBe('Tideworks');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish...' }).disabled).toBe(true);
    await expectAccessible();
  });

  test('that were published can be undone for 10 minutes, and the screen shows what was before', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    await publish();
    await site.press('Undo publish');
    await findToast('The site is as before.');
    await waitFor(() => expect(field('Company name').value).toBe('Mateworks'));
    expect(await readName()).toBe('Mateworks');
    expect(screen.queryByRole('button', { name: 'Undo publish' })).toBeNull();
  });

  test('are undone by the bar or by the toast, and after one of them the other is gone', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    await publish();
    await findToast('Publishing 1 change');
    await site.press('Undo publish');
    await findToast('The site is as before.');
    await waitFor(() => expect(document.querySelector('.toast-undo')).toBeNull());

    await retype('Company name', 'Tideworks');
    await publish();
    await screen.findByRole('button', { name: 'Undo publish' });
    const toastUndo = await waitFor(() => document.querySelector('.toast-undo') as HTMLElement);
    await site.user.click(toastUndo);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo publish' })).toBeNull());
    expect(await readName()).toBe('Mateworks');
  });

  test('after a publish are a new draft on top of it', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    setPublish(LIVE);
    await publish();
    await screen.findByText('Live (took 1.9 s)');
    await retype('Tagline', 'More sea.');
    await screen.findByText('1 draft change');
    expect(await readDraft()).toMatchObject({ company: { name: 'Tideworks', tagline: 'More sea.' } });
  });

  test('with a fault can’t be published, and the dialog leads to the field', async () => {
    await open();
    await retype('Email', 'hello');
    const { getByRole } = await openDialog('Publish 1 change?');
    const show = getByRole('link', { name: 'Show: Enter an email address such as hello@example.com.' });
    expect(show.getAttribute('href')).toBe('/admin/settings?field=company.email');
    expect((getByRole('button', { name: 'Publish 1 change' }) as HTMLButtonElement).disabled).toBe(true);
    await expectAccessible();
  });

  test('that somebody else saved meanwhile are shown again before they are published', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    const { getByRole, findByText } = await openDialog('Publish 1 change?');
    await saveElsewhere(withCompany({ name: 'Harbour' }), 1);
    await site.user.click(getByRole('button', { name: 'Publish 1 change' }));
    await findByText('Failed to publish');
    await findByText('Harbour');
    expect(await readName()).toBe('Mateworks');
  });

  test('are discarded after a question that names them', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    const { getByRole } = await openDialog('Publish 1 change?');
    await site.user.click(getByRole('button', { name: 'Discard changes...' }));
    const question = await findDialog('Discard 1 change?');
    question.getByText('Tideworks');
    await expectAccessible();
    await site.user.click(question.getByRole('button', { name: 'Discard changes' }));
    await findToast('Changes discarded');
    await waitFor(() => expect(field('Company name').value).toBe('Mateworks'));
    expect(await site.call('GET', CHANGES)).toEqual({ changes: [], schedules: [] });
  });

  test('that couldn’t be rendered say why, and are tried again', async () => {
    const failed = { status: 'failed', failed_path: '/about', error: 'The page could not be proven.' };
    setPublish(failed);
    await open();
    await retype('Company name', 'Tideworks');
    await publish();
    await screen.findByText('Not published');
    await site.press('Show why');
    const { dialog, getByRole } = await findDialog('Not published');
    expect(dialog.textContent).toContain('Page: /about.');
    expect(dialog.textContent).toContain('The page could not be proven.');
    await expectAccessible();
    site.network.intercept('POST', '/api/publishes/1/retry', () => Response.json({ id: 1, ...LIVE }));
    await site.user.click(getByRole('button', { name: 'Retry' }));
    await screen.findByText('Live (took 1.9 s)');
  });

  test('wait for a connection before they are published', async () => {
    await open();
    await retype('Company name', 'Tideworks');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await site.press('Publish...');
    await findToast('You’re offline. Publish when you’re back online.');
    expect(document.querySelector('dialog[open]')).toBeNull();
  });
});
