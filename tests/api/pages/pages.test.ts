import { RenderError } from '#api/publishing/render/astro-renderer.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueFullError } from '#api/bounded-queue.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { defineSection } from '#db/seed/site/pages/define-page.ts';
import { type ApiCaller, createApiCaller, listAuditEntries } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createFlatPng, sendFile } from '../../support/uploads/sample-files.ts';

const PATH = '/api/admin/pages';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

type Summary = { id: number; revision: number; address: string };
const listPages = async () => (await admin.call('GET', PATH)).body.pages as Summary[];
const findPage = async (address: string) => {
  const page = (await listPages()).find((each) => each.address === address);
  if (!page) throw new Error(`no page at ${address}`);
  return page;
};
const create = async (address: string, more: object = {}) =>
  (await admin.call('POST', PATH, { title: 'Prices', address, ...more })).body.page as Summary;
const openDraft = async (id: number) => (await admin.call('GET', `${PATH}/${id}/draft`)).body;
const save = async (id: number, change: Partial<SitePage>) => {
  const { live_draft, draft } = await openDraft(id);
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = {
    fields: { ...fields, ...change },
    content: '',
    client_id: `client-of-page-${id}`,
    version,
    base_revision,
  };
  return admin.call('PUT', `${PATH}/${id}/draft`, body);
};
const publish = async (id: number) => {
  const { draft } = await openDraft(id);
  return admin.call('POST', `${PATH}/${id}/publish`, { version: draft.version });
};
const publishTogether = async (ids: readonly number[]) => {
  const parts = await Promise.all(
    ids.map(async (id) => ({ kind: 'page', id, version: (await openDraft(id)).draft.version })),
  );
  return admin.call('POST', '/api/admin/site-changes/publish', { parts });
};
const publishPage = async (id: number) => (await publishTogether([id])).body as { undo: { id: string } };
const undo = async (id: string) => admin.call('POST', '/api/admin/undo', { ids: [id] });
const listSite = async () => [...(await loadSiteContent(test.db)).pages.keys()];
const listRedirects = async () =>
  (await test.db.client.execute('SELECT from_path, to_address FROM redirects ORDER BY from_path')).rows.map(
    (row) => `${row.from_path} ${row.to_address}`,
  );
const addRedirect = (from: string, to: string) =>
  test.db.client.execute({
    sql: 'INSERT INTO redirects (from_path, to_address, status, created_at, updated_at) VALUES (?, ?, 301, 1, 1)',
    args: [from, to],
  });
const text = (html: string, id = 'body') => defineSection('text', id, { text: html });

describe('discarding the changes of the site', () => {
  const discard = async (ids: readonly number[]) => {
    const parts = await Promise.all(
      ids.map(async (id) => ({ kind: 'page', id, version: (await openDraft(id)).draft.version })),
    );
    return admin.call('POST', '/api/admin/site-changes/discard', { parts });
  };

  it('deletes a page that was never published, and Undo brings it back with what was written', async () => {
    const { id } = await create('/winter-storage');
    await save(id, { title: 'Dry until May' });
    const live = await findPage('/compare-packages');
    await save(live.id, { title: 'Packages' });
    const { status, body } = await discard([id, live.id]);
    expect([status, body.undos.length]).toEqual([200, 1]);
    expect((await listPages()).map(({ address }) => address)).not.toContain('/winter-storage');
    expect(await findPage('/compare-packages')).toMatchObject({ status: 'live' });
    expect(await undo(body.undos[0].id)).toMatchObject({ status: 200 });
    expect(await findPage('/winter-storage')).toMatchObject({ title: 'Dry until May', status: 'new' });
  });

  it('deletes nothing when somebody has written on', async () => {
    const { id } = await create('/winter-storage');
    const { version } = (await openDraft(id)).draft;
    await save(id, { title: 'Dry until May' });
    const parts = [{ kind: 'page', id, version }];
    expect(await admin.call('POST', '/api/admin/site-changes/discard', { parts })).toMatchObject({ status: 409 });
    expect(await findPage('/winter-storage')).toMatchObject({ title: 'Dry until May' });
  });
});

describe('the list of pages', () => {
  it('has every page with its state, its sections and who changed it last', async () => {
    expect(await listPages()).toHaveLength(demoPages.length);
    const about = await findPage('/compare-packages');
    expect(about).toMatchObject({ status: 'live', live_address: '/compare-packages', user: null });
    await save(about.id, { title: 'About the crew', sections: [text('<p>Hello</p>')] });
    expect(await findPage('/compare-packages')).toMatchObject({
      title: 'About the crew',
      status: 'changed',
      section_kinds: ['text'],
      user: { id: admin.id },
    });
    await publish(about.id);
    expect(await findPage('/compare-packages')).toMatchObject({ status: 'live', revision: 2, user: { id: admin.id } });
  });

  it('says of home that it can’t be removed', async () => {
    expect(await findPage('/')).toMatchObject({ is_removable: false });
    expect(await findPage('/compare-packages')).toMatchObject({ is_removable: true });
  });
});

describe('a new page', () => {
  it('isn’t on the site until it is published', async () => {
    const page = await create('/prices');
    expect(page).toMatchObject({ status: 'new', live_address: null, section_kinds: [] });
    expect(await listSite()).not.toContain('/prices');
    await save(page.id, { sections: [text('<p>Free</p>')] });
    expect(await publish(page.id)).toMatchObject({ status: 200, body: { page: { status: 'live' } } });
    expect(await listSite()).toContain('/prices');
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(['page.created', 'site.published']);
  });

  it('has no earlier version in its history than the first that was published', async () => {
    const page = await create('/prices');
    await publish(page.id);
    const { revisions } = (await admin.call('GET', `${PATH}/${page.id}/revisions`)).body;
    expect(revisions).toMatchObject([{ reason: 'published', title: 'Prices' }]);
  });

  it('may begin as a copy of another one', async () => {
    const about = await findPage('/compare-packages');
    const page = await create('/prices', { copy_of: about.id });
    const { draft } = await openDraft(page.id);
    const original = (await openDraft(about.id)).live_draft.fields;
    expect(draft.fields).toEqual({ ...original, title: 'Prices', address: '/prices' });
  });

  it('is off the site after Undo, and its text is a draft again', async () => {
    const page = await create('/prices');
    await save(page.id, { sections: [text('<p>Free</p>')] });
    const { undo: action } = (await publishTogether([page.id])).body;
    expect(await undo(action.id)).toMatchObject({ status: 200 });
    expect(await listSite()).not.toContain('/prices');
    expect((await openDraft(page.id)).draft.fields.sections).toMatchObject([{ fields: { text: '<p>Free</p>' } }]);
    expect(await publish(page.id)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an address of another page', '/compare-packages', 'Another page has this address.'],
    ['an address of the site itself', '/admin', 'Choose another address: /admin is used by the site itself.'],
    ['a word that isn’t an address', 'prices', 'Begin the address with a slash, such as /about.'],
  ])('is refused with %s', async (_what, address, message) => {
    const response = await admin.call('POST', PATH, { title: 'Prices', address });
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'address', message }] } });
  });

  it('is refused as a copy of a page that there is not', async () => {
    expect(await admin.call('POST', PATH, { title: 'A', address: '/a', copy_of: 999 })).toMatchObject({ status: 404 });
  });
});

describe('a duplicate', () => {
  it('has the sections of the draft, and an address of its own each time', async () => {
    const about = await findPage('/compare-packages');
    await save(about.id, { sections: [text('<p>Draft</p>')] });
    const duplicate = async () => (await admin.call('POST', `${PATH}/${about.id}/duplicate`)).body.page;
    const first = await duplicate();
    expect(first).toMatchObject({ address: '/compare-packages-copy', status: 'new', section_kinds: ['text'] });
    expect(await duplicate()).toMatchObject({ address: '/compare-packages-copy-2' });
    expect(await admin.call('POST', `${PATH}/999/duplicate`)).toMatchObject({ status: 404 });
  });

  it('The address of a copy is possible where the longest one is cut at a slash or hyphen (T52)', async () => {
    for (const end of ['/', '-']) {
      const address = `/${'a'.repeat(109)}${end}${'b'.repeat(9)}`;
      const created = await admin.call('POST', PATH, { title: 'Long', address });
      const { id } = created.body.page as Summary;
      const copy = await admin.call('POST', `${PATH}/${id}/duplicate`);
      expect(copy.body.page).toMatchObject({ address: expect.stringMatching(/^\/a{109}-copy(-2)?$/) });
    }
  });
});

describe('an address that is typed', () => {
  const check = async (address: string, id = 999) => {
    const query = new URLSearchParams({ address, id: String(id) });
    return (await admin.call('GET', `${PATH}/address?${query}`)).body;
  };

  it('is free, taken, unusable, or one that redirects', async () => {
    await addRedirect('/old', '/compare-packages');
    expect(await check('/prices')).toEqual({ state: 'free', message: null });
    expect(await check('/compare-packages')).toEqual({ state: 'taken', message: 'Another page has this address.' });
    expect(await check('/blogs/mine')).toMatchObject({ state: 'unusable' });
    expect(await check('/old')).toEqual({
      state: 'redirects',
      message: '/old redirects to /compare-packages. That ends when this page is published.',
    });
  });

  it('is free for the page that has it, and taken by a draft that would have it', async () => {
    const about = await findPage('/compare-packages');
    expect(await check('/compare-packages', about.id)).toMatchObject({ state: 'free' });
    await save(about.id, { address: '/crew' });
    expect(await check('/crew')).toMatchObject({ state: 'taken' });
    expect(await check('/compare-packages')).toMatchObject({ state: 'taken' });
  });
});

describe('a draft of a page', () => {
  it('is stored with its formatted text sanitised', async () => {
    const page = await create('/prices');
    await save(page.id, { sections: [text('<p onclick="x()">Free<script>alert(1)</script></p>')] });
    const { draft } = await openDraft(page.id);
    expect(draft.fields.sections[0].fields.text).toBe('<p>Free</p>');
  });

  it.each([
    ['a kind of section that there is not', [{ id: 'a', kind: 'marquee', is_hidden: false, fields: {} }]],
    ['a field that there is not', [{ ...text(''), fields: { ...text('').fields, motto: 'x' } }]],
    ['fields that are missing', [{ ...text(''), fields: {} }]],
    ['too many sections', Array.from({ length: 101 }, (_, at) => text('', `s-${at}`))],
  ])('is refused with %s', async (_what, sections) => {
    const page = await create('/prices');
    expect(await save(page.id, { sections: sections as unknown as SitePage['sections'] })).toMatchObject({
      status: 400,
    });
  });

  it('keeps every page of the demo as it is', async () => {
    for (const { id, address } of await listPages()) {
      await save(id, { description: 'Other' });
      const { draft, live_draft } = await openDraft(id);
      expect(draft.fields.sections, address).toEqual(live_draft.fields.sections);
    }
    const { changes } = (await admin.call('GET', '/api/admin/site-changes')).body;
    expect(changes.flatMap(({ faults }: { faults: unknown[] }) => faults)).toEqual([]);
  });
});

describe('a page', () => {
  it('with a link to a page that there is not isn’t published', async () => {
    const page = await create('/prices');
    await save(page.id, { sections: [text('<p><a href="/nowhere">There</a></p>')] });
    const message = expect.stringContaining('There’s no page at /nowhere.');
    expect(await publish(page.id)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'sections.0.fields.text', message }] },
    });
  });

  it('may link to a page that is published with it', async () => {
    const [page, other] = [await create('/prices'), await create('/nowhere')];
    await save(page.id, { sections: [text('<p><a href="/nowhere#free">There</a></p>')] });
    expect(await publish(page.id)).toMatchObject({ status: 400 });
    expect(await publishTogether([page.id, other.id])).toMatchObject({ status: 200 });
  });

  it('isn’t published at the address of another one', async () => {
    const about = await findPage('/compare-packages');
    await save(about.id, { address: '/terms' });
    const message = 'Another page has this address.';
    expect(await publish(about.id)).toMatchObject({ status: 400, body: { issues: [{ path: 'address', message }] } });
  });

  it('shares its address with no other live page, whatever writes to the database', async () => {
    const { id } = await findPage('/compare-packages');
    const sql = "UPDATE site_parts SET fields = json_set(fields, '$.address', '/terms') WHERE id = ?";
    await expect(test.db.client.execute({ sql, args: [id] })).rejects.toThrow('UNIQUE constraint failed');
  });

  it('home stays at its address', async () => {
    const home = await findPage('/');
    await save(home.id, { address: '/start' });
    const message = 'The home page can’t be deleted, and its address stays /.';
    expect(await publish(home.id)).toMatchObject({ status: 400, body: { issues: [{ path: 'address', message }] } });
  });

  it('that gets another address leaves a redirect, and redirects to it lead to the new address at once', async () => {
    await addRedirect('/older', '/compare-packages');
    const about = await findPage('/compare-packages');
    await save(about.id, { address: '/crew' });
    await publish(about.id);
    expect(await listRedirects()).toEqual(['/compare-packages /crew', '/older /crew']);
    await save(about.id, { address: '/team-of-tests' });
    await publish(about.id);
    expect(await listRedirects()).toEqual([
      '/compare-packages /team-of-tests',
      '/crew /team-of-tests',
      '/older /team-of-tests',
    ]);
  });

  it('at an old address again ends its redirect', async () => {
    const about = await findPage('/compare-packages');
    await save(about.id, { address: '/crew' });
    await publish(about.id);
    await save(about.id, { address: '/compare-packages' });
    await publish(about.id);
    expect(await listRedirects()).toEqual(['/crew /compare-packages']);
    const page = await create('/crew');
    await publish(page.id);
    expect(await listRedirects()).toEqual([]);
  });

  it('with another address is at the old one after Undo, with the redirects of before', async () => {
    await addRedirect('/older', '/compare-packages');
    await addRedirect('/crew', '/terms');
    const about = await findPage('/compare-packages');
    await save(about.id, { address: '/crew' });
    const { undo: action } = (await publishTogether([about.id])).body;
    expect(await listRedirects()).toEqual(['/compare-packages /crew', '/older /crew']);
    expect(await undo(action.id)).toMatchObject({ status: 200 });
    expect(await listSite()).toContain('/compare-packages');
    expect(await listRedirects()).toEqual(['/crew /terms', '/older /compare-packages']);
  });

  it('may exchange its address with another one, which leaves no redirect, and Undo exchanges them again', async () => {
    const [about, terms] = [await findPage('/compare-packages'), await findPage('/terms')];
    await save(about.id, { address: '/terms' });
    await save(terms.id, { address: '/compare-packages' });
    const { status, body } = await publishTogether([about.id, terms.id]);
    expect(status).toBe(200);
    expect(await findPage('/terms')).toMatchObject({ id: about.id });
    expect(await listRedirects()).toEqual([]);
    expect(await undo(body.undo.id)).toMatchObject({ status: 200 });
    expect(await findPage('/terms')).toMatchObject({ id: terms.id });
  });

  it('names the pages that link to its address, and to its old one after a rename', async () => {
    const about = await findPage('/compare-packages');
    const page = await create('/prices');
    await save(page.id, {
      sections: [text('<p><a href="/compare-packages">A</a> <a href="/compare-packages#team">B</a></p>')],
    });
    const readLinks = async () =>
      (await openDraft(about.id)).page.linked_from.find(({ id }: { id: number }) => id === page.id);
    expect(await readLinks()).toEqual({ id: page.id, title: 'Prices', links: [{ to: '/compare-packages', count: 2 }] });
    await save(about.id, { address: '/crew' });
    await publish(about.id);
    expect(await readLinks()).toMatchObject({ links: [{ to: '/compare-packages', count: 2 }] });
  });

  it('says in words what its draft changes', async () => {
    const page = await create('/prices');
    await save(page.id, { sections: [text('<p>A</p>', 'a'), text('<p>B</p>', 'b'), text('<p>C</p>', 'c')] });
    await publish(page.id);
    const [a, b] = [text('<p>A</p>', 'a'), text('<p>B2</p>', 'b')];
    await save(page.id, { title: 'Plans', sections: [b, { ...a, is_hidden: true }, text('', 'd')] });
    const { changes } = (await admin.call('GET', '/api/admin/site-changes')).body;
    expect(changes).toMatchObject([
      {
        kind: 'page',
        title: 'Plans',
        fields: [
          { label: 'Title', value: 'Plans' },
          { label: 'Text', value: 'Changed' },
          { label: 'Text', value: 'Hidden' },
          { label: 'Text', value: 'Added' },
          { label: 'Text', value: 'Removed' },
          { label: 'Sections', value: 'Reordered' },
        ],
      },
    ]);
  });
});

describe('a deleted page', () => {
  const remove = async (address: string, to: string | null = null) => {
    const { id, revision } = await findPage(address);
    return admin.call('DELETE', `${PATH}/${id}`, { revision, redirect_to: to });
  };

  it('is off the site, and its address redirects where that was chosen', async () => {
    expect(await remove('/compare-packages', '/terms')).toMatchObject({
      status: 200,
      body: { message: 'Page deleted' },
    });
    expect(await listSite()).not.toContain('/compare-packages');
    expect(await listRedirects()).toEqual(['/compare-packages /terms']);
    expect((await listAuditEntries(test)).map(({ action }) => action)).toEqual(['page.deleted']);
    expect(test.countPublisherWakes()).toBe(1);
  });

  it('is back after Undo with its draft, and without the redirect', async () => {
    const about = await findPage('/compare-packages');
    await save(about.id, { title: 'Draft of before' });
    const { undo: action } = (await remove('/compare-packages', '/terms')).body;
    expect((await listPages()).some(({ id }) => id === about.id)).toBe(false);
    expect((await admin.call('GET', '/api/admin/site-changes')).body.changes).toEqual([]);
    expect(await admin.call('GET', `${PATH}/${about.id}/draft`)).toMatchObject({ status: 404 });
    expect(await undo(action.id)).toMatchObject({ status: 200, body: { message: 'The page is back.' } });
    expect(await listSite()).toContain('/compare-packages');
    expect(await listRedirects()).toEqual([]);
    expect(await findPage('/compare-packages')).toMatchObject({ title: 'Draft of before', status: 'changed' });
  });

  it('stays deleted when another page has its address since', async () => {
    const { undo: action } = (await remove('/compare-packages')).body;
    await publish((await create('/compare-packages')).id);
    expect(await undo(action.id)).toMatchObject({ status: 409 });
  });

  it('that was never on the site changes nothing there', async () => {
    await create('/prices');
    expect(await remove('/prices')).toMatchObject({ status: 200, body: { publish_id: null } });
    expect(test.countPublisherWakes()).toBe(0);
  });

  it.each([
    ['of home', '/', null, 'The home page can’t be deleted, and its address stays /.'],
    [
      'with a redirect to itself',
      '/compare-packages',
      '/compare-packages',
      'Choose another page: this one is being deleted.',
    ],
    ['with a redirect to nothing', '/compare-packages', '/nowhere', 'There is no page at /nowhere.'],
    [
      'with a redirect that is no address',
      '/compare-packages',
      'terms',
      'The new address has to begin with / or https://.',
    ],
  ])('is refused %s', async (_what, address, to, message) => {
    const response = await remove(address, to);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(message);
  });

  it('is refused when it was published since the screen was opened', async () => {
    const { id } = await findPage('/compare-packages');
    await save(id, { title: 'Newer' });
    await publish(id);
    expect(await admin.call('DELETE', `${PATH}/${id}`, { revision: 1, redirect_to: null })).toMatchObject({
      status: 409,
    });
  });
});

describe('the preview of a page', () => {
  const preview = async (id: number, change: object) => {
    const { live_draft } = await openDraft(id);
    return admin.call('POST', `${PATH}/${id}/preview`, { fields: { ...live_draft.fields, ...change } });
  };

  it('is rendered of what is sent, sanitised, and nothing is saved', async () => {
    const pages: SitePage[] = [];
    test.deps.publisher.dryRun.previewPage = async (page) => {
      pages.push(page);
      return {
        status: 200,
        body: Buffer.from('<style>p{}</style><p>Rendered</p>'),
        contentType: 'text/html',
        policy: null,
      };
    };
    const { id } = await findPage('/compare-packages');
    const response = await preview(id, { title: 'Typed', sections: [text('<p>Hi<script>alert(1)</script></p>')] });
    expect(response).toMatchObject({ status: 200, body: { html: '<p>Rendered</p>', styles: 'p{}' } });
    expect(pages).toMatchObject([{ title: 'Typed', sections: [{ fields: { text: '<p>Hi</p>' } }] }]);
    expect(await openDraft(id)).toMatchObject({ draft: null });
  });

  it('waits in the queue of all previews, and is refused when that is full', async () => {
    test.deps.previewQueue.add = () => Promise.reject(new QueueFullError('Too many previews.'));
    const { id } = await findPage('/compare-packages');
    expect(await preview(id, {})).toMatchObject({ status: 503 });
  });

  it('A page that can’t be rendered, or is previewed where nothing is, is refused with a sentence', async () => {
    const { id } = await findPage('/compare-packages');
    expect(await preview(id, {})).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('built site') },
    });
    const failing = async () => {
      throw new RenderError('/compare-packages', 'Couldn’t render /compare-packages.');
    };
    test.deps.publisher.dryRun.previewPage = failing;
    const message = expect.stringContaining('Take back what you changed last');
    expect(await preview(id, {})).toMatchObject({ status: 409, body: { message } });
  });

  it('is refused for a page that doesn’t exist, and for fields that no page has', async () => {
    const { id } = await findPage('/compare-packages');
    expect(await preview(id, { colour: 'red' })).toMatchObject({ status: 400 });
    const { live_draft } = await openDraft(id);
    expect(await admin.call('POST', `${PATH}/9999/preview`, { fields: live_draft.fields })).toMatchObject({
      status: 404,
    });
  });
});

describe('the images of a page', () => {
  const show = (url: string) => [defineSection('image_text', 'look', { image: { url, alt: 'A flat' } })];
  const remove = () => admin.call('DELETE', '/api/uploads/1');
  const upload = async () => (await sendFile(test, admin.token, createFlatPng(16, 9))).body.url as string;
  const listUses = async () => (await admin.call('GET', '/api/uploads/1/uses')).body;

  it('are used by its draft, then by what is published, and count among its earlier versions after that', async () => {
    const url = await upload();
    const { id, title } = (await findPage('/compare-packages')) as Summary & { title: string };
    await save(id, { sections: show(url) });
    const use = { kind: 'page', id, title };
    expect((await listUses()).uses).toEqual([{ ...use, is_draft: true, state: 'published' }]);
    expect(await remove()).toMatchObject({ status: 409 });
    await publish(id);
    expect((await listUses()).uses).toEqual([{ ...use, is_draft: false, state: 'published' }]);
    expect(await remove()).toMatchObject({ status: 409 });
    await save(id, { sections: [] });
    await publish(id);
    expect(await listUses()).toEqual({ uses: [], hidden_uses: 0, earlier_versions: 2 });
    expect(await remove()).toMatchObject({ status: 204 });
  });

  it('are used again after Undo, by a copy too, and not by a deleted page', async () => {
    const url = await upload();
    const page = await create('/prices');
    await save(page.id, { sections: show(url) });
    await publish(page.id);
    await save(page.id, { sections: [] });
    const { undo: action } = await publishPage(page.id);
    expect((await listUses()).uses).toEqual([]);
    await undo(action.id);
    expect((await listUses()).uses).toMatchObject([{ id: page.id, is_draft: false }]);
    const { revision } = await findPage('/prices');
    const copy = (await admin.call('POST', `${PATH}/${page.id}/duplicate`)).body.page as Summary;
    await admin.call('DELETE', `${PATH}/${page.id}`, { revision, redirect_to: null });
    expect((await listUses()).uses).toMatchObject([{ id: copy.id, is_draft: true, state: 'draft' }]);
  });
});
