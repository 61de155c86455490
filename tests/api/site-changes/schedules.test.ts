import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SiteScheduleWorker } from '#api/features/site-changes/schedule/worker.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createFlatPng, sendFile } from '../../support/uploads/sample-files.ts';

const CHANGES = '/api/admin/site-changes';
const HOUR = 3_600_000;

let test: TestApp;
let admin: ApiCaller;
let worker: SiteScheduleWorker;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  worker = new SiteScheduleWorker({ ...test.deps, parts: siteParts });
});
afterEach(async () => {
  await worker.stop();
  await test.close();
});

type Settings = Record<string, Record<string, unknown>>;
const readDraft = async () => {
  const { draft, live_draft } = (await admin.call('GET', '/api/admin/settings/1/draft')).body;
  return (draft ?? live_draft) as { fields: Settings; version: number; base_revision: number };
};
/** Saves fields of the company as a draft. */
const save = async (company: object) => {
  const { fields, version, base_revision } = await readDraft();
  const body = {
    fields: { ...fields, company: { ...fields.company, ...company } },
    content: '',
    version,
    base_revision,
  };
  return admin.call('PUT', '/api/admin/settings/1/draft', { ...body, client_id: 'client-of-settings' });
};
const listRefs = async () => {
  const { changes } = (await admin.call('GET', CHANGES)).body;
  return (changes as { kind: string; id: number; version: number }[]).map(({ kind, id, version }) => ({
    kind,
    id,
    version,
  }));
};
const toIso = (afterMs: number) => new Date(test.clock.now() + afterMs).toISOString();
const schedule = async (afterMs = HOUR) =>
  admin.call('POST', `${CHANGES}/schedules`, { parts: await listRefs(), publish_at: toIso(afterMs) });
const publishNow = async () => admin.call('POST', `${CHANGES}/publish`, { parts: await listRefs() });
const listSchedules = async () => (await admin.call('GET', CHANGES)).body.schedules;
const pass = async (ms: number) => {
  test.clock.advance(ms);
  await worker.whenIdle();
};
const readCompany = async () => (await loadSiteContent(test.db)).settings.company;
const countJobs = async () =>
  Number((await test.db.client.execute("SELECT count(*) AS n FROM publish_jobs WHERE kind = 'site'")).rows[0]?.n);

describe('changes of the site that are scheduled', () => {
  it('are published at their time, once, as they were when they were scheduled', async () => {
    await save({ name: 'Tideworks' });
    expect(await schedule()).toMatchObject({
      status: 201,
      body: { schedule: { state: 'waiting', parts: [{ kind: 'settings', fields: [{ label: 'Company name' }] }] } },
    });
    await pass(HOUR - 1);
    expect((await readCompany()).name).not.toBe('Tideworks');
    await pass(1);
    expect((await readCompany()).name).toBe('Tideworks');
    expect(await listRefs()).toEqual([]);
    expect(await listSchedules()).toEqual([]);
    await pass(HOUR);
    expect(await countJobs()).toBe(1);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(['site.scheduled', 'site.published']);
  });

  it('don’t take along what is written afterwards, which goes on from them', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await save({ city: 'Bergen' });
    await pass(HOUR);
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Wellington' });
    expect((await readDraft()).fields.company).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
    expect(await publishNow()).toMatchObject({ status: 200 });
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
  });

  it('A schedule leaves words alone that were typed after a discard, and these take in what went live', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    const [scheduled] = await listRefs();
    await admin.call('POST', `${CHANGES}/discard`, { parts: [scheduled] });
    await save({ city: 'Bergen' });
    const [typed] = await listRefs();
    expect(typed?.version).toBeGreaterThan(scheduled?.version ?? 0);
    await pass(HOUR);
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Wellington' });
    expect((await readDraft()).fields.company).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
    expect(await publishNow()).toMatchObject({ status: 200 });
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
  });

  it('A schedule leaves words alone that were typed after its draft was published at once', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    const [scheduled] = await listRefs();
    await publishNow();
    await save({ city: 'Bergen' });
    const [typed] = await listRefs();
    expect(typed?.version).toBeGreaterThan(scheduled?.version ?? 0);
    await pass(HOUR);
    expect((await readDraft()).fields.company).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
    expect(await listRefs()).toEqual([typed]);
  });

  it('A tab that doesn’t know yet that a schedule was published saves newer words without a conflict', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await save({ city: 'Bergen' });
    const open = await readDraft();
    await pass(HOUR);
    const typed = { ...open.fields, company: { ...open.fields.company, phone: '+47 55 00 00 00' } };
    const { version, base_revision } = open;
    const body = { fields: typed, content: '', version, base_revision, client_id: 'client-of-settings' };
    expect(await admin.call('PUT', '/api/admin/settings/1/draft', body)).toMatchObject({ status: 200 });
    expect(await publishNow()).toMatchObject({ status: 200 });
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Bergen', phone: '+47 55 00 00 00' });
  });

  it('keep what was published in between in other fields', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await admin.call('POST', `${CHANGES}/discard`, { parts: await listRefs() });
    await save({ city: 'Bergen' });
    await publishNow();
    await pass(HOUR);
    expect(await readCompany()).toMatchObject({ name: 'Tideworks', city: 'Bergen' });
  });

  it('are not published over another change of the same field, which is said', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await save({ name: 'Harbour' });
    await publishNow();
    await pass(HOUR);
    expect((await readCompany()).name).toBe('Harbour');
    const [failed] = await listSchedules();
    expect(failed).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/was published again since this was scheduled: ‘Company name’/),
    });
    const readOverview = async () => (await admin.call('GET', '/api/overview')).body.failed_schedules;
    expect(await readOverview()).toEqual([{ id: failed.id, publish_at: failed.publish_at, error: failed.error }]);
    expect(await admin.call('DELETE', `${CHANGES}/schedules/${failed.id}`)).toMatchObject({ status: 204 });
    expect(await listSchedules()).toEqual([]);
    expect(await readOverview()).toEqual([]);
  });

  it('publish nothing anew that was published before their time', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await publishNow();
    await pass(HOUR);
    expect(await countJobs()).toBe(1);
    expect(await listSchedules()).toEqual([]);
  });

  it('can be cancelled until their time, and the drafts stay', async () => {
    await save({ name: 'Tideworks' });
    const { id } = (await schedule()).body.schedule;
    expect(await admin.call('DELETE', `${CHANGES}/schedules/${id}`)).toMatchObject({ status: 204 });
    expect(await admin.call('DELETE', `${CHANGES}/schedules/${id}`)).toMatchObject({ status: 404 });
    await pass(HOUR);
    expect((await readCompany()).name).not.toBe('Tideworks');
    expect((await readDraft()).fields.company?.name).toBe('Tideworks');
  });

  it('are published at once when somebody asks for it, and not again at their time', async () => {
    await save({ name: 'Tideworks' });
    const { id } = (await schedule()).body.schedule;
    const { status, body } = await admin.call('POST', `${CHANGES}/schedules/${id}/publish`);
    expect([status, body.publish_id]).toEqual([200, 1]);
    expect((await readCompany()).name).toBe('Tideworks');
    expect(await listRefs()).toEqual([]);
    expect(await listSchedules()).toEqual([]);
    expect(await admin.call('POST', `${CHANGES}/schedules/${id}/publish`)).toMatchObject({ status: 404 });
    expect(await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).toMatchObject({ status: 200 });
    expect((await readCompany()).name).not.toBe('Tideworks');
    await pass(HOUR);
    expect((await readCompany()).name).not.toBe('Tideworks');
  });

  it('that visitors see already are done with, and what keeps others from being published is said', async () => {
    await save({ name: 'Tideworks' });
    const { id } = (await schedule()).body.schedule;
    await publishNow();
    expect(await admin.call('POST', `${CHANGES}/schedules/${id}/publish`)).toMatchObject({
      status: 200,
      body: { publish_id: null, undo: null },
    });
    expect(await listSchedules()).toEqual([]);
    await save({ name: 'Harbour' });
    const late = (await schedule()).body.schedule;
    await save({ name: 'Skerry' });
    await publishNow();
    expect(await admin.call('POST', `${CHANGES}/schedules/${late.id}/publish`)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/was published again since/) },
    });
    expect(await listSchedules()).toMatchObject([{ state: 'waiting' }]);
  });

  it('keep the images that they alone show from being deleted', async () => {
    const image = (await sendFile(test, admin.token, createFlatPng(80, 20))).body;
    const { fields, version, base_revision } = await readDraft();
    const brand = { ...fields.brand, logo: { url: image.url, alt: '' } };
    const draft = {
      fields: { ...fields, brand },
      content: '',
      version,
      base_revision,
      client_id: 'client-of-settings',
    };
    await admin.call('PUT', '/api/admin/settings/1/draft', draft);
    const { id } = (await schedule()).body.schedule;
    await admin.call('POST', `${CHANGES}/discard`, { parts: await listRefs() });
    expect(await admin.call('DELETE', `/api/uploads/${image.id}`)).toMatchObject({
      status: 409,
      body: { message: 'This is used in ‘Site settings’ in scheduled changes. Remove it there first.' },
    });
    expect((await admin.call('GET', `/api/uploads/${image.id}/uses`)).body.uses).toEqual([
      { kind: 'settings', id: 1, title: 'Site settings', is_draft: true, state: 'waiting' },
    ]);
    await admin.call('DELETE', `${CHANGES}/schedules/${id}`);
    expect(await admin.call('DELETE', `/api/uploads/${image.id}`)).toMatchObject({ status: 204 });
  });

  it('are refused for a time that has passed, with a fault, and beyond twenty', async () => {
    await save({ name: 'Tideworks' });
    expect(await schedule(0)).toMatchObject({
      status: 400,
      body: { message: 'This time has passed. Choose another one.' },
    });
    await save({ email: 'nobody' });
    expect(await schedule()).toMatchObject({ status: 400, body: { issues: [{ path: 'company.email' }] } });
    await save({ email: 'hei@tideworks.example' });
    for (let count = 0; count < 20; count += 1) await schedule(HOUR + count);
    expect(await schedule()).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^20 changes wait/) },
    });
  });

  it('are published though who scheduled them is deleted', async () => {
    await save({ name: 'Tideworks' });
    await schedule();
    await test.db.client.execute('UPDATE site_schedules SET user_id = NULL');
    await pass(HOUR);
    expect((await readCompany()).name).toBe('Tideworks');
  });
});
