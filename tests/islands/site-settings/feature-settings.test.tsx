import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { SiteSettingsIsland } from '#src/features/site-settings/SiteSettings.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

async function open(query = '?view=features'): Promise<void> {
  site.open(<SiteSettingsIsland />, `/admin/settings${query}`);
  await screen.findByRole('checkbox', { name: /^Waiting lists/ });
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const readFeatures = async () =>
  ((await site.call('GET', '/api/admin/settings/1/draft')).draft?.fields as SiteSettings | undefined)?.features;

describe('the features of the settings', () => {
  test('are all on at first, with what is stored with each', async () => {
    await site.db.client.execute(
      `INSERT INTO documents (slug, title, content, content_text, status, created_at, updated_at)
        VALUES ('house-rules', 'House rules', '', '', 'draft', 0, 0)`,
    );
    await open();
    await screen.findByText(/ 1 document\.$/);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await expectAccessible();
  });

  test('are turned off after a question that names the pages that go, and on again without one', async () => {
    await open();
    await site.user.click(box('Plans and payments'));
    const { dialog, getByRole } = await findDialog('Turn off plans and payments?');
    await waitFor(() =>
      expect(dialog.textContent).toContain(
        'When you publish, its pages and the links to them disappear: /genmate/pricing and /subscribe.',
      ),
    );
    expect(box('Plans and payments').checked).toBe(true);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(box('Plans and payments').checked).toBe(false));
    await screen.findByText('1 draft change');
    await waitFor(async () => expect(await readFeatures()).toMatchObject({ subscriptions: false, openshelf: true }));
    await site.user.click(box('Plans and payments'));
    await waitFor(async () => expect(await readFeatures()).toMatchObject({ subscriptions: true }));
  });

  test('stay on when the question is cancelled', async () => {
    await open();
    await site.user.click(box('Works by authors'));
    const { getByRole } = await findDialog('Turn off works by authors?');
    await site.user.click(getByRole('button', { name: 'Cancel' }));
    expect(box('Works by authors').checked).toBe(true);
    expect(await readFeatures()).toBeUndefined();
  });

  test('can be turned off also when what it does can’t be loaded', async () => {
    site.network.fail('GET', '/api/admin/settings/features', 500, { message: 'Something broke.' });
    await open();
    await site.user.click(box('Waiting lists'));
    const { dialog, getByRole } = await findDialog('Turn off waiting lists?');
    expect(dialog.textContent).toContain(
      'When you publish, its pages and the links to them disappear. No email is sent.',
    );
    await site.user.click(getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(box('Waiting lists').checked).toBe(false));
  });

  test('open at the feature of the address', async () => {
    await open('?field=features.openshelf');
    await expectFocus(() => box('Works by authors'));
  });
});
