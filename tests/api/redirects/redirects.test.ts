import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PATH = '/api/admin/redirects';
const PAGES = new Set(['/', '/about', '/prices', '/team']);

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.hasPath = (path) => PAGES.has(path);
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const add = (from: string, to: string, status = 301) => admin.call('POST', PATH, { from, to, status });
const list = async (query = '') => (await admin.call('GET', `${PATH}${query}`)).body;
const listAddresses = async (query = '') =>
  (await list(query)).data.map(({ from, to }: { from: string; to: string }) => [from, to]);
const undo = (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const listJobs = async () =>
  (await test.db.client.execute('SELECT kind, reason, user_id FROM publish_jobs ORDER BY id')).rows.map((row) => ({
    ...row,
  }));

describe('a redirect', () => {
  it('is added, changed and deleted, each with a publish and one audit row', async () => {
    const created = await add('/pricing', '/prices');
    expect(created).toMatchObject({
      status: 201,
      body: { message: 'Redirect added', data: { from: '/pricing', to: '/prices', status: 301, state: 'live' } },
    });
    const { id } = created.body.data;
    expect(await admin.call('PUT', `${PATH}/${id}`, { from: '/costs', to: '/prices#year', status: 302 })).toMatchObject(
      {
        status: 200,
        body: { data: { id, from: '/costs', to: '/prices#year', status: 302 } },
      },
    );
    expect(await admin.call('DELETE', `${PATH}/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Redirect deleted' },
    });
    const by = { actorId: admin.id, subject: `redirect:${id}` };
    expect(await listAuditEntries(test)).toEqual([
      { action: 'redirect.created', ...by },
      { action: 'redirect.changed', ...by },
      { action: 'redirect.deleted', ...by },
    ]);
    expect(await listJobs()).toEqual([
      { kind: 'redirects', reason: 'New redirect: /pricing', user_id: admin.id },
      { kind: 'redirects', reason: 'Changed redirect: /costs', user_id: admin.id },
      { kind: 'redirects', reason: 'Deleted redirect: /costs', user_id: admin.id },
    ]);
    expect(test.countPublisherWakes()).toBe(3);
  });

  it('is stored as browsers ask for it: encoded, without a slash at its end, and without this site’s origin', async () => {
    await add('http://localhost:4321/blåbær/', 'http://localhost:4321/about/?from=bær#team');
    expect(await listAddresses()).toEqual([['/bl%C3%A5b%C3%A6r', '/about?from=b%C3%A6r#team']]);
    expect(await listAddresses(`?search=${encodeURIComponent('blåbær')}`)).toHaveLength(1);
    expect(await listAddresses('?search=nothing')).toEqual([]);
  });

  it.each([
    ['', '/about', 'from', 'Enter the old address.'],
    ['old', '/about', 'from', 'The old address has to be on this site and begin with a slash, such as /old-page.'],
    [
      '//other.example/x',
      '/about',
      'from',
      'The old address has to be on this site and begin with a slash, such as /old-page.',
    ],
    ['/old?page=1', '/about', 'from', 'Leave out everything from ? or # on: a redirect applies with and without it.'],
    ['/blog/*', '/about', 'from', 'Wildcards aren’t possible. Enter one redirect for each address.'],
    ['/a%0D%0Ab', '/about', 'from', 'An address can’t contain spaces, backslashes or control characters.'],
    ['/', '/about', 'from', 'The home page can’t redirect.'],
    ['/x/..', '/about', 'from', 'The home page can’t redirect.'],
    ['/api/old', '/about', 'from', 'Addresses below /api can’t redirect.'],
    ['/team', '/about', 'from', 'There is a page at /team, which a redirect would hide.'],
    ['/blog', '/about', 'from', '/blog leads to /blogs by itself.'],
    ['/old', '', 'to', 'Enter the new address.'],
    ['/old', 'http://other.example/', 'to', 'The new address has to begin with / or https://.'],
    ['/old', 'https://me@other.example/', 'to', 'The new address has to begin with / or https://.'],
    ['/old', 'javascript:alert(1)', 'to', 'The new address has to begin with / or https://.'],
    ['/old', '//other.example', 'to', 'The new address has to begin with / or https://.'],
    ['/old', '/\\other.example', 'to', 'An address can’t contain spaces, backslashes or control characters.'],
    ['/old', '/nowhere', 'to', 'There is no page at /nowhere. Publish it first, or choose another.'],
    ['/old', '/api/health', 'to', 'Addresses below /api are for programs. Choose a page.'],
    ['/old', '/old', 'to', 'This would loop: /old → /old.'],
  ])('from %j to %j is refused with a sentence at its field', async (from, to, field, message) => {
    expect(await add(from, to)).toMatchObject({ status: 400, body: { issues: [{ path: field, message }] } });
    expect(await listAddresses()).toEqual([]);
  });

  it('leads to any address that begins with https://', async () => {
    await add('/app', 'https://app.example.com/start?a=1');
    expect(await listAddresses()).toEqual([['/app', 'https://app.example.com/start?a=1']]);
  });

  it('at an old address of a post or category is refused: that leads to the new one by itself', async () => {
    const { id } = await createBlog(test.deps, createBlogRequest({ title: 'Tea', slug: 'tea' }));
    await updateBlog(test.deps, id, createBlogRequest({ title: 'Tea', slug: 'more-tea' }));
    expect(await add('/blogs/tea', '/about')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'from', message: '/blogs/tea leads to /blogs/more-tea by itself.' }] },
    });
    const category = (await admin.call('POST', '/api/categories', { name: 'Craft' })).body;
    await admin.call('PUT', `/api/categories/${category.id}`, { name: 'Craft', slug: 'crafts' });
    for (const path of ['/categories/craft', `/categories/${category.id}`]) {
      expect((await add(path, '/about')).body.issues).toEqual([
        { path: 'from', message: `${path} leads to /categories/crafts by itself.` },
      ]);
    }
  });

  it('at an address that redirects is refused and names where it leads', async () => {
    await add('/old', '/about');
    expect(await add('/old/', '/team')).toMatchObject({
      status: 409,
      body: { issues: [{ path: 'from', message: '/old redirects to /about already. Change that redirect instead.' }] },
    });
  });

  it('that would loop is refused with the loop, whether it is added or changed', async () => {
    await add('/a', '/about');
    await add('/b', '/a');
    const { id } = (await add('/c', '/b')).body.data;
    const [a] = (await list('?search=%2Fa&sortBy=from&sortOrder=ASC')).data;
    expect(await admin.call('PUT', `${PATH}/${a.id}`, { from: '/a', to: '/c?x=1', status: 301 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'to', message: 'This would loop: /a → /c → /b → /a.' }] },
    });
    expect((await admin.call('PUT', `${PATH}/${id}`, { from: '/c', to: '/c', status: 301 })).body.issues).toEqual([
      { path: 'to', message: 'This would loop: /c → /c.' },
    ]);
  });

  it('may follow another one, and through ten at most', async () => {
    await add('/r1', '/about');
    for (let n = 2; n <= 10; n += 1) expect((await add(`/r${n}`, `/r${n - 1}`)).status).toBe(201);
    expect((await add('/r11', '/r10')).body.issues).toEqual([
      { path: 'to', message: 'This address leads through more than 10 redirects. Send it to the last one directly.' },
    ]);
  });

  it('whose page is there waits, and one that leads nowhere any more is lost', async () => {
    await add('/old', '/about');
    await add('/older', '/team');
    test.deps.site.hasPath = (path) => ['/old', '/about'].includes(path);
    const states = (await list('?sortBy=from&sortOrder=ASC')).data.map(({ from, state }: Record<string, string>) => [
      from,
      state,
    ]);
    expect(states).toEqual([
      ['/old', 'waiting'],
      ['/older', 'lost'],
    ]);
  });

  it('says where its new address leads on to', async () => {
    await add('/old', '/about');
    test.deps.site.findRedirect = (path) => (path === '/about' ? '/team' : null);
    expect((await list()).data).toMatchObject([{ from: '/old', to: '/about', leads_on_to: '/team' }]);
  });

  it('that is not there can’t be changed or deleted', async () => {
    expect((await admin.call('PUT', `${PATH}/99`, { from: '/old', to: '/about', status: 301 })).status).toBe(404);
    expect((await admin.call('DELETE', `${PATH}/99`)).status).toBe(404);
  });

  it('is sorted by its addresses and since when it is there, and found by its kind', async () => {
    await add('/b', '/about');
    test.clock.advance(1_000);
    await add('/a', '/team', 302);
    expect(await listAddresses()).toEqual([
      ['/a', '/team'],
      ['/b', '/about'],
    ]);
    expect(await listAddresses('?sortBy=to&sortOrder=ASC')).toEqual([
      ['/b', '/about'],
      ['/a', '/team'],
    ]);
    expect(await listAddresses('?kind=temporary')).toEqual([['/a', '/team']]);
  });
});

describe('undo of redirects', () => {
  it('takes an addition back, gives a changed one its addresses again, and restores a deleted one', async () => {
    const created = (await add('/old', '/about')).body;
    const { id } = created.data;
    test.clock.advance(1);
    const changed = (await admin.call('PUT', `${PATH}/${id}`, { from: '/older', to: '/team', status: 302 })).body;
    expect((await undo(changed.undo.id)).body.message).toBe('The redirects are as before.');
    expect((await list()).data).toMatchObject([{ id, from: '/old', to: '/about', status: 301 }]);
    const deleted = (await admin.call('DELETE', `${PATH}/${id}`)).body;
    await undo(deleted.undo.id);
    expect((await list()).data).toMatchObject([{ id, from: '/old', to: '/about', user: { id: admin.id } }]);
    await undo(created.undo.id);
    expect(await listAddresses()).toEqual([]);
    expect((await listJobs()).slice(-1)).toMatchObject([{ kind: 'redirects', reason: 'Undid a change of redirects' }]);
    expect((await listAuditEntries(test)).slice(-1)).toEqual([
      { action: 'redirect.undone', actorId: admin.id, subject: 'redirects' },
    ]);
  });

  it('is refused once somebody changed the redirect', async () => {
    const created = (await add('/old', '/about')).body;
    test.clock.advance(1);
    await admin.call('PUT', `${PATH}/${created.data.id}`, { from: '/old', to: '/team', status: 301 });
    expect(await undo(created.undo.id)).toMatchObject({
      status: 409,
      body: { message: 'These redirects have been changed since, so this can’t be undone.' },
    });
    expect(await listAddresses()).toEqual([['/old', '/team']]);
  });

  it('of a deletion is refused where the address was taken since, or it would loop', async () => {
    const taken = (await add('/old', '/about')).body.data;
    const first = (await admin.call('DELETE', `${PATH}/${taken.id}`)).body.undo;
    await add('/old', '/team');
    expect((await undo(first.id)).status).toBe(409);
    await add('/b', '/about');
    const looping = (await add('/a', '/b')).body.data;
    const second = (await admin.call('DELETE', `${PATH}/${looping.id}`)).body.undo;
    PAGES.add('/a');
    const [b] = (await list('?search=%2Fb')).data;
    expect((await admin.call('PUT', `${PATH}/${b.id}`, { from: '/b', to: '/a', status: 301 })).status).toBe(200);
    PAGES.delete('/a');
    expect((await undo(second.id)).status).toBe(409);
  });
});

describe('several redirects', () => {
  it('are deleted together with one undo', async () => {
    const ids = [];
    for (const from of ['/a', '/b', '/c']) ids.push((await add(from, '/about')).body.data.id);
    const { body } = await admin.call('POST', `${PATH}/bulk-delete`, { ids: ids.slice(0, 2).concat(99) });
    expect(body).toMatchObject({
      message: '2 redirects deleted',
      updated: ids.slice(0, 2),
      skipped: [{ id: 99, reason: 'It no longer exists.' }],
      next: null,
    });
    expect(await listAddresses()).toEqual([['/c', '/about']]);
    await undo(body.undo.id);
    expect(await listAddresses('?sortBy=from&sortOrder=ASC')).toHaveLength(3);
    const all = await admin.call('POST', `${PATH}/bulk-delete`, { filter: { kind: 'permanent' }, total: 3 });
    expect(all.body.updated).toEqual(ids);
  });

  it('that match a filter are not deleted when there are others than were shown', async () => {
    await add('/a', '/about');
    expect((await admin.call('POST', `${PATH}/bulk-delete`, { filter: {}, total: 3 })).status).toBe(409);
    expect(await listAddresses()).toHaveLength(1);
  });

  it('can’t be more than 10,000', async () => {
    await test.db.client.execute(`INSERT INTO redirects (from_path, to_address, status, created_at, updated_at)
      SELECT '/r' || value, '/about', 301, 0, 0 FROM generate_series(1, 10000)`);
    expect(await add('/one-more', '/about')).toMatchObject({
      status: 409,
      body: { message: 'A site can have 10,000 redirects. Delete some first.' },
    });
  });
});
