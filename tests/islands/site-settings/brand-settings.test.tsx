import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { SiteSettingsIsland } from '#src/features/site-settings/SiteSettings.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';
import { offeredImage, offerImage } from '../../support/islands/offered-image.ts';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

async function open(query = '?view=brand'): Promise<void> {
  site.open(<SiteSettingsIsland />, `/admin/settings${query}`);
  await screen.findByRole('heading', { name: 'Preview' });
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const readBrand = async () =>
  ((await site.call('GET', '/api/admin/settings/1/draft')).draft?.fields as SiteSettings | undefined)?.brand;
const sample = () => document.querySelector<HTMLElement>('.sample-page') as HTMLElement;
const getBrandRules = () =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n');

describe('the brand of the settings', () => {
  test('without a colour is that of the demo, with no report of a palette', async () => {
    await open();
    expect(field('Your colour').value).toBe('');
    expect(screen.queryByRole('heading', { name: 'Palette' })).toBeNull();
    expect(sample().textContent).toContain('Mateworks');
    await expectAccessible();
  });

  test('says of a colour what was adjusted, and shows the site in it before anything is live', async () => {
    await open();
    const before = getBrandRules();
    await site.user.type(field('Your colour'), '#2A8FB5');
    await screen.findByText('We darkened your colour for text and buttons');
    await screen.findByRole('heading', { name: 'Palette' });
    expect(getBrandRules()).not.toBe(before);
    await expectAccessible();
    await screen.findByText('1 draft change');
    expect(await readBrand()).toMatchObject({ colour: '#2a8fb5' });
    await site.user.click(screen.getByRole('button', { name: 'Choose another colour' }));
    await expectFocus(() => field('Your colour'));
  });

  test('takes the name of a colour, which becomes its number when the field is left', async () => {
    await open();
    await site.user.type(field('Your colour'), 'teal');
    await site.user.tab();
    await waitFor(() => expect(field('Your colour').value).toBe('#008080'));
    await waitFor(async () => expect(await readBrand()).toMatchObject({ colour: '#008080' }));
  });

  test('that is no colour is named, and can’t be published', async () => {
    await open();
    await site.user.type(field('Your colour'), 'fjord');
    await site.user.tab();
    await screen.findByText('Enter a colour such as teal or #2A8FB5.');
    await site.press('Publish...');
    const { getByRole } = await findDialog('Publish 1 change?');
    expect(getByRole('link', { name: 'Show: Enter a colour such as teal or #2A8FB5.' }).getAttribute('href')).toBe(
      '/admin/settings?field=brand.colour',
    );
  });

  test('opens at the colour when the address leads there', async () => {
    await open('?field=brand.colour');
    await expectFocus(() => field('Your colour'));
  });

  test('keeps the motif of the covers and the fonts as a draft, and the preview follows', async () => {
    await open();
    await site.user.click(screen.getByRole('radio', { name: 'Harbour' }));
    await site.user.selectOptions(field('Headlines'), 'Literata');
    await site.user.selectOptions(field('Text'), 'Manrope');
    await screen.findByText('3 draft changes');
    expect(await readBrand()).toMatchObject({ motif: 'harbour', headline_font: 'literata', text_font: 'manrope' });
    expect(getBrandRules()).toContain('Literata');
    expect(getBrandRules()).toContain('Manrope');
  });

  test('has a logo and a mark of the media, which the preview shows, and can do without them again', async () => {
    offerImage(site);
    await open();
    for (const name of ['Mark', 'Logo']) {
      await site.press(`Choose image: ${name}`);
      const { getByRole } = await findDialog(`Choose an image: ${name}`);
      await site.user.click(await waitFor(() => getByRole('button', { name: /boat/i })));
    }
    const image = { url: offeredImage.url, alt: 'A boat' };
    await waitFor(async () => expect(await readBrand()).toMatchObject({ logo: image, mark: image }));
    expect(sample().querySelectorAll(`.sample-logo[src="${offeredImage.url}"]`)).toHaveLength(2);
    await expectAccessible();
    await site.press('Remove image: Logo');
    expect(sample().querySelectorAll('.sample-mark img')).toHaveLength(2);
    await waitFor(async () => expect(await readBrand()).toMatchObject({ logo: null, mark: image }));
  });

  test('is shown for light and for dark pages, while the admin pages keep their own', async () => {
    await open();
    await site.user.type(field('Your colour'), '#2a8fb5');
    const [inPreview] = screen.getAllByRole('button', { name: 'Dark' });
    await site.user.click(inPreview as Element);
    expect(sample().dataset.theme).toBe('dark');
    expect(screen.getAllByRole('button', { name: 'Dark', pressed: true })).toHaveLength(2);
    expect(document.documentElement.dataset.theme).not.toBe('dark');
  });
});
