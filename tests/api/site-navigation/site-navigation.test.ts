import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyValues } from '#api/domain/fields.ts';
import { bundles, rolePermissions } from '#api/domain/permissions.ts';
import { completeNavigation, navigationFields, type SiteNavigation } from '#api/domain/site-navigation.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PATH = '/api/admin/navigation';
const CHANGES = '/api/admin/site-changes';

let test: TestApp;
let admin: ApiCaller;
let id: number;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  id = (await admin.call('GET', PATH)).body.id;
});
afterEach(() => test.close());

const save = (fields: unknown, { version = 0, base = 1 } = {}) =>
  admin.call('PUT', `${PATH}/${id}/draft`, {
    fields,
    content: '',
    client_id: 'client-of-tests',
    version,
    base_revision: base,
  });
const publish = (version = 1) =>
  admin.call('POST', `${CHANGES}/publish`, { parts: [{ kind: 'navigation', id, version }] });
const listChanges = async () => (await admin.call('GET', CHANGES)).body.changes;
const readFooter = async () => (await loadSiteContent(test.db)).navigation.footer.map(({ title }) => title);
const withFooter = (title: string): SiteNavigation => ({
  ...demoNavigation,
  footer: [{ title, links: [{ label: 'Documentation', href: '/product-documents' }] }],
});
const withMenu = (...menu: SiteNavigation['menu']): SiteNavigation => ({ ...demoNavigation, menu });

describe('the navigation', () => {
  it('is the demo’s until it is changed, and what was stored by an earlier version is completed', () => {
    expect(completeNavigation({ footer: [{ title: 'Help' }], mega_menu: true })).toEqual({
      ...createEmptyValues(navigationFields),
      footer: [{ title: 'Help', links: [] }],
    });
  });

  it('is a draft until it is published, with what it changes in words, and then changes every page', async () => {
    const before = (await loadSiteContent(test.db)).hash;
    expect(await save(withFooter('Help'))).toMatchObject({ status: 200 });
    expect(await readFooter()).toEqual(['Products', 'Company', 'Read']);
    expect(await listChanges()).toMatchObject([
      { kind: 'navigation', id, title: 'Navigation', fields: [{ label: 'Footer', value: '1 column' }], faults: [] },
    ]);
    expect(await publish()).toMatchObject({ status: 200, body: { publish_id: 1 } });
    expect(await readFooter()).toEqual(['Help']);
    expect((await loadSiteContent(test.db)).hash).not.toBe(before);
  });

  it('names what changes about the announcement, its times as people write them', async () => {
    await save({ ...demoNavigation, announcement_text: 'Closed.', announcement_from: '2026-12-20T08:00' });
    expect(await listChanges()).toMatchObject([
      {
        fields: [
          { label: 'Announcement: text', value: 'Closed.' },
          { label: 'Announcement: from', value: '20 December 2026, 8:00 am' },
        ],
      },
    ]);
  });

  it('is published by whoever may change menus alone, too', async () => {
    await save(withFooter('Help'));
    const answer = await admin.call('POST', `${PATH}/${id}/publish`, { version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { navigation: { id, revision: 2 }, publish_id: 1 } });
    expect(await readFooter()).toEqual(['Help']);
  });

  it('is published together with settings, in one release', async () => {
    const { settings } = await loadSiteContent(test.db);
    const settingsId = (await admin.call('GET', '/api/admin/settings')).body.id;
    await save(withFooter('Help'));
    await admin.call('PUT', `/api/admin/settings/${settingsId}/draft`, {
      fields: { ...settings, company: { ...settings.company, name: 'Tideworks' } },
      content: '',
      client_id: 'client-of-tests',
      version: 0,
      base_revision: 1,
    });
    const parts = [
      { kind: 'navigation', id, version: 1 },
      { kind: 'settings', id: settingsId, version: 1 },
    ];
    expect(await admin.call('POST', `${CHANGES}/publish`, { parts })).toMatchObject({ status: 200 });
    const { rows } = await test.db.client.execute('SELECT kind, reason FROM publish_jobs');
    expect(rows.map((row) => ({ ...row }))).toEqual([{ kind: 'site', reason: 'Published: Footer and Company name' }]);
  });

  it('is as before after Undo', async () => {
    await save(withFooter('Help'));
    const { undo } = (await publish()).body;
    expect(await admin.call('POST', '/api/admin/undo', { ids: [undo.id] })).toMatchObject({ status: 200 });
    expect(await readFooter()).toEqual(['Products', 'Company', 'Read']);
  });

  it('is published and undone by a role that may change menus alone, and settings are not', async () => {
    const { settings } = await loadSiteContent(test.db);
    const settingsId = (await admin.call('GET', '/api/admin/settings')).body.id;
    await admin.call('PUT', `/api/admin/settings/${settingsId}/draft`, {
      fields: { ...settings, company: { ...settings.company, name: 'Tideworks' } },
      content: '',
      client_id: 'client-of-tests',
      version: 0,
      base_revision: 1,
    });
    const site = (await admin.call('POST', `/api/admin/settings/${settingsId}/publish`, { version: 1 })).body;
    const allowed = rolePermissions.moderator;
    Object.assign(rolePermissions, { moderator: ['overview.read', ...bundles.navigation] });
    try {
      await test.db.client.execute({ sql: `UPDATE users SET role = 'moderator' WHERE id = ?`, args: [admin.id] });
      await save(withFooter('Help'));
      const settingsPart = { kind: 'settings', id: settingsId, version: 2 };
      expect(await listChanges()).toMatchObject([{ kind: 'navigation' }]);
      for (const act of ['publish', 'discard'])
        expect(await admin.call('POST', `${CHANGES}/${act}`, { parts: [settingsPart] })).toMatchObject({
          status: 400,
          body: { message: 'This can’t be published here.' },
        });
      const parts = [{ kind: 'navigation', id, version: 1 }];
      const { undo } = (await admin.call('POST', `${CHANGES}/publish`, { parts })).body;
      expect(await admin.call('POST', '/api/admin/undo', { ids: [site.undo.id] })).toMatchObject({ status: 403 });
      expect(await admin.call('POST', '/api/admin/undo', { ids: [undo.id] })).toMatchObject({ status: 200 });
    } finally {
      Object.assign(rolePermissions, { moderator: allowed });
    }
    expect(await readFooter()).toEqual(['Products', 'Company', 'Read']);
  });

  it('with a link to a page that is not there is kept from being published, and the page that is alike is named', async () => {
    test.deps.site.hasPath = (path) => path !== '/harbours' && path !== '/zzz';
    test.deps.site.listPages = () => ['/', '/guest-harbours', '/prices'];
    const link = (href: string) => ({ label: 'Link', href, note: '' });
    const links = ['/harbours?from=menu#top', '/zzz', '/prices', 'https://tideworks.example/harbours'].map(link);
    await save(withMenu({ label: 'Harbours', href: '', links }));
    const faults = [
      { path: 'menu.0.links.0.href', message: 'There’s no page at /harbours. Did you mean /guest-harbours?' },
      { path: 'menu.0.links.1.href', message: 'There’s no page at /zzz.' },
    ];
    expect(await listChanges()).toMatchObject([{ faults }]);
    expect(await publish()).toMatchObject({ status: 400, body: { issues: faults } });
    expect(await readFooter()).toEqual(['Products', 'Company', 'Read']);
  });

  it('may link to a page that is published together with it, and not to one that stays a draft', async () => {
    test.deps.site.hasPath = (path) => path !== '/tidal';
    const page = (await admin.call('POST', '/api/admin/pages', { title: 'Tidal', address: '/tidal' })).body.page.id;
    await save(withMenu({ label: 'Tidal', href: '/tidal', links: [] }));
    expect((await listChanges()).map(({ faults }: { faults: unknown[] }) => faults)).toEqual([[], []]);
    const fault = { path: 'menu.0.href', message: 'The page at /tidal isn’t published yet.' };
    expect(await publish()).toMatchObject({ status: 400, body: { issues: [fault] } });
    const parts = [
      { kind: 'navigation', id, version: 1 },
      { kind: 'page', id: page, version: 1 },
    ];
    expect(await admin.call('POST', `${CHANGES}/publish`, { parts })).toMatchObject({ status: 200 });
    expect((await loadSiteContent(test.db)).navigation.menu).toMatchObject([{ href: '/tidal' }]);
  });

  it('to a post that is a draft says that it is not published yet', async () => {
    test.deps.site.hasPath = (path) => path !== '/blogs/later' && path !== '/blogs/gone';
    const post = { title: 'Later', content: '<p>x</p>', categoryIds: [], status: 'draft' };
    expect(await admin.call('POST', '/api/blogs', post)).toMatchObject({ status: 201 });
    const links = ['/blogs/later#end', '/blogs/gone'].map((href) => ({ label: 'Link', href, note: '' }));
    await save(withMenu({ label: 'Read', href: '', links }));
    const faults = [
      { path: 'menu.0.links.0.href', message: 'The page at /blogs/later isn’t published yet.' },
      { path: 'menu.0.links.1.href', message: expect.stringContaining('There’s no page at /blogs/gone.') },
    ];
    expect(await listChanges()).toMatchObject([{ faults }]);
  });

  it.each([
    [
      'an entry that leads nowhere',
      withMenu({ label: 'Prices', href: '', links: [] }),
      { path: 'menu.0.href', message: 'Choose where ‘Prices’ leads, or add links to it.' },
    ],
    [
      'an entry without a label',
      withMenu({ label: ' ', href: '/', links: [] }),
      { path: 'menu.0.label', message: 'Fill in ‘Label’.' },
    ],
    [
      'two menus of one product',
      {
        ...demoNavigation,
        product_menus: [...demoNavigation.product_menus.slice(1), ...demoNavigation.product_menus.slice(1)],
      },
      { path: 'product_menus.1.product', message: 'TaxMate has another menu already.' },
    ],
    [
      'a social link to nowhere',
      { ...demoNavigation, socials: [{ name: 'Mastodon', url: 'mastodon.example' }] },
      { path: 'socials.0.url', message: 'Enter an address that begins with https://.' },
    ],
    [
      'an announcement without words',
      { ...demoNavigation, announcement_is_shown: true },
      { path: 'announcement_text', message: 'Write the announcement, or switch it off.' },
    ],
    [
      'an announcement that ends before it begins',
      {
        ...demoNavigation,
        announcement_is_shown: true,
        announcement_text: 'Closed for summer.',
        announcement_from: '2026-12-20T08:00',
        announcement_until: '2026-12-20T08:00',
      },
      { path: 'announcement_until', message: 'Choose a time after ‘From’.' },
    ],
    [
      'a time of an announcement that is none',
      { ...demoNavigation, announcement_from: 'soon' },
      { path: 'announcement_from', message: 'Choose a date and a time.' },
    ],
    [
      'a link of an announcement without words',
      {
        ...demoNavigation,
        announcement_is_shown: true,
        announcement_text: 'Closed for summer.',
        announcement_href: '/company/contact',
      },
      { path: 'announcement_link', message: 'Write the text of the link.' },
    ],
    [
      'a link that runs a script',
      withMenu({ label: 'Prices', href: 'javascript:alert(1)', links: [] }),
      {
        path: 'menu.0.href',
        message: 'Enter a page of the site, such as /about, or an address that begins with https://.',
      },
    ],
  ])('with %s may be saved, but not published', async (_what, fields, fault) => {
    await save(fields);
    expect(await publish()).toMatchObject({ status: 400, body: { issues: [fault] } });
  });

  it.each([
    [
      'a third level of links',
      withMenu({ label: 'A', href: '/', links: [{ label: 'B', href: '/', note: '', links: [] }] } as never),
    ],
    [
      'more columns than the footer has room for',
      { ...demoNavigation, footer: Array.from({ length: 5 }, () => ({ title: 'A', links: [] })) },
    ],
    ['no menu', { ...demoNavigation, menu: undefined }],
  ])('with %s is refused', async (_what, fields) => {
    expect(await save(fields)).toMatchObject({ status: 400 });
  });
});
