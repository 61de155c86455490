import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmptyValues } from '#api/domain/fields.ts';
import { sectionKinds } from '#api/domain/section-kinds.ts';
import { defineSection } from '#db/seed/site/pages/define-page.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { SiteSettingsIsland } from '#src/features/site-settings/SiteSettings.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const CHANGES = '/api/admin/site-changes';
const DAY_MS = 86_400_000;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

async function openWithChange(): Promise<void> {
  const fields = { ...demoSettings, company: { ...demoSettings.company, name: 'Tideworks' } };
  const body = { fields, content: '', client_id: 'another-client', version: 0, base_revision: 1 };
  await site.call('PUT', '/api/admin/settings/1/draft', body);
  site.open(<SiteSettingsIsland />, '/admin/settings');
  await screen.findByText('1 draft change');
}
const listSchedules = async () => (await site.call('GET', CHANGES)).schedules as { id: number; publish_at: string }[];
const scheduleElsewhere = async () => {
  const parts = [{ kind: 'settings', id: 1, version: 1 }];
  const at = new Date(site.clock.now() + DAY_MS).toISOString();
  await site.call('POST', `${CHANGES}/schedules`, { parts, publish_at: at });
};

describe('changes of the site', () => {
  test('are scheduled from the dialog, wait in the bar, and can be taken back', async () => {
    await openWithChange();
    await site.press('Publish...');
    const dialog = await findDialog('Publish 1 change?');
    await site.user.click(dialog.getByRole('radio', { name: /Schedule for later/ }));
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: /^Schedule for .*9:00/ }));
    await findToast(/^Scheduled for /);
    expect(await listSchedules()).toMatchObject([{ state: 'waiting' }]);
    await site.user.click(await screen.findByRole('button', { name: /^Scheduled for / }));
    const scheduled = await findDialog('Scheduled changes');
    scheduled.getByText(/^1 change by .*: Settings$/);
    await site.user.click(scheduled.getByRole('button', { name: 'Cancel schedule' }));
    await findToast('Schedule cancelled. The changes are drafts again.');
    await screen.findByText('1 draft change');
    expect(await listSchedules()).toEqual([]);
  });

  test('that are scheduled are published now from the dialog', async () => {
    await openWithChange();
    await scheduleElsewhere();
    document.dispatchEvent(new Event('visibilitychange'));
    await site.user.click(await screen.findByRole('button', { name: /^Scheduled for / }));
    const scheduled = await findDialog('Scheduled changes');
    await site.user.click(scheduled.getByRole('button', { name: 'Publish now' }));
    await findToast('Publishing 1 change');
    await screen.findByRole('button', { name: 'Undo publish' });
    expect(await listSchedules()).toEqual([]);
  });

  test('that couldn’t be published at their time say why, and are dismissed', async () => {
    await openWithChange();
    await scheduleElsewhere();
    await site.db.client.execute("UPDATE site_schedules SET state = 'failed', error = 'There’s no page at /gone.'");
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await site.user.click(await screen.findByRole('button', { name: 'Not published as scheduled' }));
    const dialog = await findDialog('Publish 1 change?');
    dialog.getByText('There’s no page at /gone.');
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('1 draft change');
    expect(await listSchedules()).toEqual([]);
  });

  test('that are written on after they were scheduled are counted again', async () => {
    await openWithChange();
    await scheduleElsewhere();
    await site.user.type(screen.getByLabelText('Phone'), '1');
    await screen.findByText(/^\d draft changes$/);
    await screen.findByRole('button', { name: /^Scheduled for / });
  });

  test('that aren’t ready don’t hold up the others', async () => {
    await openWithChange();
    const { page } = await site.call('POST', '/api/admin/pages', {
      title: 'Winter storage',
      address: '/winter-storage',
    });
    const { draft } = await site.call('GET', `/api/admin/pages/${page.id}/draft`);
    const { fields, version, base_revision } = draft;
    const milestone = {
      ...createEmptyValues(sectionKinds.timeline.fields.entries.item),
      title: 'Opened',
      date: 'soon',
    };
    const timeline = defineSection('timeline', 'timeline', { entries: [milestone] });
    await site.call('PUT', `/api/admin/pages/${page.id}/draft`, {
      fields: { ...fields, sections: [timeline] },
      content: '',
      client_id: 'another-client',
      version,
      base_revision,
    });
    await site.press('Publish...');
    const dialog = await findDialog(/^Publish \d changes\?$/);
    dialog.getByText('Not ready to be published');
    dialog.getByText(/^Winter storage: Enter a month such as/);
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'Publish the other 1' }));
    await findToast('Publishing 1 change');
    const { changes } = await site.call('GET', CHANGES);
    expect(changes).toMatchObject([{ kind: 'page', title: 'Winter storage' }]);
  });

  test('are shown together on the site by a link', async () => {
    await openWithChange();
    await site.press('Preview');
    const dialog = await findDialog('Preview');
    const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: 'Open in new tab' });
    expect(link.href).toMatch(/\/preview\/site:\d+\.[^/]+\/$/);
    await expectAccessible();
  });
});
