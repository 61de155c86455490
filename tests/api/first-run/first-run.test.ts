import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmailDeliveryError, type EmailMessage } from '#api/adapters/mailer.ts';
import { seedNewSite, seedSite } from '#api/jobs/seed-site.ts';
import { isSiteSeeded } from '#api/jobs/seeded.ts';
import { isSitePublic } from '#db/queries/first-run.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { answerAll, createNewSiteApp, NEW_SITE, TIDEWORKS } from '../../support/app/new-site.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PATH = '/api/admin/first-run';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createNewSiteApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const save = (body: unknown) => admin.call('PUT', PATH, body);
const read = async () => (await admin.call('GET', PATH)).body.first_run;
const publish = (version: number) => admin.call('POST', `${PATH}/publish`, { version });
const finishJob = (status: 'live' | 'failed') =>
  test.db.client.execute({ sql: 'UPDATE publish_jobs SET status = ?', args: [status] });
const listPaths = async () => [...(await loadSiteContent(test.db)).pages.keys()];

describe('a new site', () => {
  it('asks six questions, and is not public', async () => {
    const body = await read();
    expect(body).toMatchObject({ answered: [], version: 1, is_postponed: false, mail_server: 'smtp.example.com:587' });
    expect(body.defaults).toMatchObject({ starting_point: 'products', products: [], colour: '#0d5c48' });
    expect((await admin.call('GET', '/api/overview')).body.first_run).toEqual({
      answered_count: 0,
      is_postponed: false,
    });
    expect(await isSitePublic(test.db)).toBe(false);
  });

  it('names itself after its host, and says nothing of the demo', async () => {
    const site = await loadSiteContent(test.db);
    expect(site.settings.company).toMatchObject({ name: 'Tideworks', email: 'hello@tideworks.example' });
    expect(site.products).toEqual([]);
    expect(JSON.stringify([site.settings, site.navigation, [...site.pages]])).not.toMatch(
      /mateworks|genmate|taxmate|chatmate|zealand|aroha/i,
    );
  });

  it('stays as it is when the server starts again', async () => {
    await save(answerAll(TIDEWORKS));
    await seedNewSite(test.db, test.clock.now(), NEW_SITE);
    expect((await read()).answers.name).toBe('Tideworks');
    expect(await listPaths()).toHaveLength(5);
    expect(await isSiteSeeded(test.db)).toBe(true);
  });

  it('is none that has content already: it keeps that of the demo, and stays public', async () => {
    const demo = await createTestApp();
    try {
      await seedSite(demo.db, demo.clock.now());
      await seedNewSite(demo.db, demo.clock.now(), NEW_SITE);
      expect(await isSitePublic(demo.db)).toBe(true);
      expect((await loadSiteContent(demo.db)).settings.company.name).toBe('Mateworks');
      const caller = await createApiCaller(demo);
      expect((await caller.call('GET', PATH)).body).toEqual({ first_run: null });
      expect((await caller.call('GET', '/api/overview')).body.first_run).toBeNull();
    } finally {
      await demo.close();
    }
  });
});

describe('the answers', () => {
  it('are kept as they are typed, with what they would make of the site', async () => {
    expect(await save({ ...answerAll(TIDEWORKS), answered: ['name', 'name'], is_postponed: true })).toMatchObject({
      status: 200,
      body: { version: 2, summary: { page_count: 8, product_count: 3, legal_name: 'Tideworks AS' } },
    });
    expect(await read()).toMatchObject({
      answers: TIDEWORKS,
      answered: ['name'],
      is_postponed: true,
    });
    expect((await loadSiteContent(test.db)).products).toEqual([]);
  });

  it('may be half typed, which keeps them from being published', async () => {
    const half = { ...TIDEWORKS, email: 'hei', products: [...TIDEWORKS.products, { name: 'tidal', tagline: '' }] };
    expect((await save(answerAll(half))).status).toBe(200);
    expect(await publish(2)).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: 'email', message: 'Enter an email address such as hello@example.com.' },
          { path: 'products.3.name', message: 'Another product is called ‘tidal’. Choose another name.' },
        ],
      },
    });
    expect(await isSitePublic(test.db)).toBe(false);
  });

  it('of someone else are not overwritten', async () => {
    await save(answerAll(TIDEWORKS));
    expect((await save(answerAll({ ...TIDEWORKS, name: 'Other' }))).status).toBe(409);
    expect((await read()).answers.name).toBe('Tideworks');
    expect((await publish(1)).status).toBe(409);
  });

  it.each([
    ['a field that there is not', { ...TIDEWORKS, motto: 'x' }],
    ['a starting point that there is not', { ...TIDEWORKS, starting_point: 'shop' }],
    ['a control character', { ...TIDEWORKS, name: 'Tide\u0000works' }],
    ['too many products', { ...TIDEWORKS, products: Array.from({ length: 13 }, () => TIDEWORKS.products[0]) }],
  ])('are refused with %s', async (_what, answers) => {
    expect((await save({ ...answerAll(TIDEWORKS), answers })).status).toBe(400);
  });
});

describe('the publish of a new site', () => {
  it('makes the site of the answers in one release, which opens it once it is live', async () => {
    await save(answerAll(TIDEWORKS));
    expect(await publish(2)).toMatchObject({ status: 200, body: { publish_id: 1 } });
    const site = await loadSiteContent(test.db);
    expect(site.settings.company).toMatchObject({ name: 'Tideworks', legal_name: 'Tideworks AS', country: 'NO' });
    expect(site.settings.language).toEqual({
      language: 'en',
      locale: 'nb-NO',
      time_zone: 'Europe/Oslo',
      currency: 'NOK',
    });
    expect(site.settings.tax).toMatchObject({ prices_include_tax: true, label: 'MVA', rate: 25 });
    expect(site.products.map(({ id, key, name }) => [id, key, name])).toEqual([
      [1, 'logbook', 'Logbook'],
      [2, 'harbourmaster', 'Harbourmaster'],
      [3, 'tidal', 'Tidal'],
    ]);
    expect(await listPaths()).toEqual([
      '/',
      '/company/about',
      '/company/contact',
      '/harbourmaster',
      '/logbook',
      '/privacy',
      '/terms',
      '/tidal',
    ]);
    expect(await isSitePublic(test.db)).toBe(false);
    await finishJob('live');
    expect(await isSitePublic(test.db)).toBe(true);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(['site.published']);
    expect(test.countPublisherWakes()).toBe(1);
  });

  it('keeps visitors waiting when it fails, until a later publish of the site is live', async () => {
    await save(answerAll(TIDEWORKS));
    await publish(2);
    await finishJob('failed');
    expect(await isSitePublic(test.db)).toBe(false);
    await test.db.client.execute(
      "INSERT INTO publish_jobs (kind, reason, status, created_at) VALUES ('rebuild', 'Rebuilt', 'live', 1)",
    );
    expect(await isSitePublic(test.db)).toBe(true);
  });

  it('happens once', async () => {
    await save(answerAll(TIDEWORKS));
    const answers = await Promise.all([publish(2), publish(2)]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect((await publish(2)).status).toBe(404);
    expect((await save(answerAll(TIDEWORKS, 3))).status).toBe(404);
    expect((await test.db.client.execute('SELECT count(*) AS n FROM publish_jobs')).rows[0]?.n).toBe(1);
  });

  it('happens whole or not at all', async () => {
    await save(answerAll(TIDEWORKS));
    await test.db.client.execute(
      "CREATE TRIGGER fails BEFORE INSERT ON publish_jobs BEGIN SELECT raise(ABORT, 'the server ended here'); END",
    );
    expect((await publish(2)).status).toBe(500);
    expect((await loadSiteContent(test.db)).products).toEqual([]);
    expect(await read()).toMatchObject({ version: 2, answers: TIDEWORKS });
    await test.db.client.execute('DROP TRIGGER fails');
    expect((await publish(2)).status).toBe(200);
  });

  it('leaves what the owner has published meanwhile', async () => {
    await save(answerAll(TIDEWORKS));
    const page = await test.db.client.execute("SELECT id, fields FROM site_parts WHERE address = '/company/about'");
    const id = Number(page.rows[0]?.id);
    const fields = { ...JSON.parse(String(page.rows[0]?.fields)), title: 'We are Tideworks' };
    await admin.call('PUT', `/api/admin/pages/${id}/draft`, {
      fields,
      content: '',
      client_id: 'client-of-tests',
      version: 0,
      base_revision: 1,
    });
    await admin.call('POST', '/api/admin/site-changes/publish', { parts: [{ kind: 'page', id, version: 1 }] });
    expect((await publish(2)).status).toBe(200);
    expect((await loadSiteContent(test.db)).pages.get('/company/about')?.title).toBe('We are Tideworks');
    expect(await listPaths()).toHaveLength(8);
  });
});

describe('a test of the sender', () => {
  const sendTest = (body: unknown) => admin.call('POST', `${PATH}/test-email`, body);
  const sender = { sender_name: 'Tideworks', email: 'hei@tideworks.example' };
  let sent: EmailMessage[];
  beforeEach(() => {
    sent = [];
    test.deps.mail.send = async (message) => void sent.push(message);
  });

  it('goes to who asks for it, from the sender that is typed', async () => {
    const { status, body } = await sendTest(sender);
    expect([status, body.is_sent]).toEqual([200, true]);
    expect(body.message).toMatch(
      /^smtp\.example\.com:587 has taken an email to .+@.+\. Look whether it has arrived\.$/,
    );
    expect(sent).toMatchObject([
      { from: { name: 'Tideworks', email: sender.email }, subject: 'Emails of Tideworks arrive' },
    ]);
  });

  it('comes from the address that the server has, if it has one', async () => {
    test.deps.mail.sender = 'post@tideworks.example';
    await sendTest(sender);
    expect(sent).toMatchObject([{ from: { name: 'Tideworks', email: 'post@tideworks.example' } }]);
  });

  it.each([
    [new EmailDeliveryError('server', 'CONN ECONNREFUSED'), 'The mail server can’t be reached (CONN ECONNREFUSED).'],
    [new EmailDeliveryError('server', 'AUTH PLAIN 535'), 'The mail server didn’t accept our sign-in (535).'],
    [new EmailDeliveryError('mail', 'RCPT TO 550', true), 'The address doesn’t exist (550).'],
  ])('that failed says what the mail server answered: %s', async (error, message) => {
    test.deps.mail.send = () => Promise.reject(error);
    expect((await sendTest(sender)).body).toEqual({ is_sent: false, message });
  });

  it('says so where no mail server is set', async () => {
    test.deps.mail.server = null;
    expect((await sendTest(sender)).body).toMatchObject({
      is_sent: false,
      message: expect.stringContaining('no one receives it'),
    });
  });

  it('is refused from what is no address', async () => {
    expect(await sendTest({ ...sender, email: 'hei' })).toMatchObject({ status: 400 });
    expect(sent).toEqual([]);
  });
});
