import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createFlatPng, sendFile } from '../../support/uploads/sample-files.ts';

const PATH = '/api/admin/settings';
const CHANGES = '/api/admin/site-changes';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const withCompany = (company: Partial<SiteSettings['company']>): SiteSettings => ({
  ...demoSettings,
  company: { ...demoSettings.company, ...company },
});
const save = (fields: unknown, { version = 0, base = 1, client = 'client-of-tests' } = {}) =>
  admin.call('PUT', `${PATH}/1/draft`, { fields, content: '', client_id: client, version, base_revision: base });
const publish = (version: number) =>
  admin.call('POST', `${CHANGES}/publish`, { parts: [{ kind: 'settings', id: 1, version }] });
const listChanges = async () => (await admin.call('GET', CHANGES)).body.changes;
const readName = async () => (await loadSiteContent(test.db)).settings.company.name;
const listJobs = async () =>
  (await test.db.client.execute('SELECT kind, reason FROM publish_jobs ORDER BY id')).rows.map((row) => ({ ...row }));

describe('the settings', () => {
  it('are a draft until they are published, with what it changes in words', async () => {
    expect(await save(withCompany({ name: 'Tideworks', founded: '2019-03' }))).toMatchObject({ status: 200 });
    expect(await readName()).toBe('Mateworks');
    expect(await listChanges()).toMatchObject([
      {
        kind: 'settings',
        id: 1,
        version: 1,
        title: 'Settings',
        fields: [
          { label: 'Company name', value: 'Tideworks' },
          { label: 'Founded', value: '2019-03' },
        ],
        faults: [],
      },
    ]);
    expect(await publish(1)).toMatchObject({ status: 200, body: { publish_id: 1 } });
    expect(await readName()).toBe('Tideworks');
    expect(await listChanges()).toEqual([]);
    expect(await listJobs()).toEqual([{ kind: 'site', reason: 'Published: Company name and Founded' }]);
    expect(test.countPublisherWakes()).toBe(1);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(['site.published']);
  });

  it('may be saved with faults, which are named in the list and keep them from being published', async () => {
    await save(withCompany({ name: '', email: 'hello' }));
    const faults = [
      { path: 'company.name', message: 'Fill in ‘Company name’.' },
      { path: 'company.email', message: 'Enter an email address such as hello@example.com.' },
    ];
    expect(await listChanges()).toMatchObject([{ faults }]);
    expect(await publish(1)).toMatchObject({ status: 400, body: { issues: faults } });
    expect(await readName()).toBe('Mateworks');
  });

  it.each([
    ['a field that there is not', { ...demoSettings, company: { ...demoSettings.company, motto: 'x' } }],
    ['a group that is missing', { company: demoSettings.company }],
    ['a name that is too long', withCompany({ name: 'x'.repeat(61) })],
    ['a control character', withCompany({ name: 'Tide\u0000works' })],
    ['text in place of a switch', { ...demoSettings, search: { ...demoSettings.search, is_listed: 'yes' } }],
  ])('are refused with %s', async (_what, fields) => {
    expect(await save(fields)).toMatchObject({ status: 400 });
  });

  it('keep an image that they show from being deleted from the media, as a draft and published, until the publish is undone', async () => {
    const upload = (await sendFile(test, admin.token, createFlatPng(8, 8))).body;
    const logo = { url: upload.url, alt: '' };
    const listUses = async () => (await admin.call('GET', `/api/uploads/${upload.id}/uses`)).body.uses;
    await save({ ...demoSettings, brand: { ...demoSettings.brand, logo } });
    const use = { kind: 'settings', id: 1, title: 'Site settings', state: 'published' };
    expect(await listUses()).toEqual([{ ...use, is_draft: true }]);
    const { body } = await publish(1);
    expect(await listUses()).toEqual([{ ...use, is_draft: false }]);
    expect(await admin.call('DELETE', `/api/uploads/${upload.id}`)).toMatchObject({
      status: 409,
      body: { message: 'This is used in ‘Site settings’. Remove it there first.' },
    });
    await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
    expect(await listUses()).toEqual([]);
    expect(await admin.call('DELETE', `/api/uploads/${upload.id}`)).toMatchObject({ status: 204 });
  });

  it('that two admins change at once meet as posts do: the second save is a conflict with both versions', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    const second = await save(withCompany({ name: 'Harbour' }), { client: 'another-client' });
    expect(second.status).toBe(409);
    expect(second.body.versions.theirs.fields.company.name).toBe('Tideworks');
  });

  it('are published as the screen showed them: a draft saved since is refused', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    await save(withCompany({ name: 'Tidewerks' }), { version: 1 });
    expect(await publish(1)).toMatchObject({ status: 409 });
    expect(await readName()).toBe('Mateworks');
  });

  it('are as before after Undo, which publishes again', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    const { undo } = (await publish(1)).body;
    expect(await admin.call('POST', '/api/admin/undo', { ids: [undo.id] })).toMatchObject({
      status: 200,
      body: { message: 'The site is as before.' },
    });
    expect(await readName()).toBe('Mateworks');
    expect((await listJobs()).at(-1)).toEqual({ kind: 'site', reason: 'Undid a publish of the site' });
  });

  it('stay after Undo when they were published again since', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    const { undo } = (await publish(1)).body;
    await save(withCompany({ name: 'Harbour' }), { base: 2 });
    await publish(2);
    expect(await admin.call('POST', '/api/admin/undo', { ids: [undo.id] })).toMatchObject({ status: 409 });
    expect(await readName()).toBe('Harbour');
  });

  it('have a history with what was before, and any of it can be a draft again', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    await publish(1);
    const { revisions } = (await admin.call('GET', `${PATH}/1/revisions`)).body;
    expect(revisions.map(({ reason }: { reason: string }) => reason)).toEqual(['published', 'replaced', 'draft']);
    const restored = await admin.call('POST', `${PATH}/1/revisions/${revisions[1].number}/restore`, {
      version: 0,
      client_id: 'client-of-tests',
    });
    expect(restored.body.fields.company.name).toBe('Mateworks');
  });

  it('that were changed can be discarded', async () => {
    await save(withCompany({ name: 'Tideworks' }));
    const parts = [{ kind: 'settings', id: 1, version: 1 }];
    expect(await admin.call('POST', `${CHANGES}/discard`, { parts })).toMatchObject({
      status: 200,
      body: { undos: [] },
    });
    expect(await listChanges()).toEqual([]);
  });
});
