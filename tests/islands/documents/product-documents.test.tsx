import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentIsland } from '#src/features/documents/reader/Document.island.tsx';
import { ProductDocumentsIsland } from '#src/features/documents/reader/ProductDocuments.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const GENMATE = 4;
const TAXMATE = 1;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn();
});

const addSection = async (name: string, productId = GENMATE): Promise<number> =>
  (await site.call('POST', '/api/sections', { name, product_id: productId })).id;
const addDocument = async (title: string, section: number | null, changes: object = {}): Promise<number> =>
  (
    await site.call('POST', '/api/documents', {
      title,
      content: `<p>${title} in full.</p>`,
      section_id: section,
      ...changes,
    })
  ).id;
/** Two documents of GenMate and one of TaxMate. */
async function addLibrary() {
  const begin = await addSection('Begin');
  const first = await addDocument('Set the voice', begin);
  const second = await addDocument('Keep the thread', begin, { content: '<p>The tide comes in.</p>' });
  const other = await addDocument('Due dates', await addSection('Taxes', TAXMATE), {
    content: '<p>Provisional tax.</p>',
  });
  return { first, second, other };
}
const open = (query = '') => site.open(<ProductDocumentsIsland />, `/product-documents${query}`);
const openPage = (address: string) => site.open(<DocumentIsland />, paths.document(address));
const link = async (name: string) => screen.findByRole('link', { name });
const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search documents' });
const product = () => screen.findByLabelText<HTMLSelectElement>('Product');
const heading = (name: string, level = 2) => screen.findByRole('heading', { name, level });

describe('the library', () => {
  test('shows a loading state, then that there are no documents yet', async () => {
    const proceed = site.network.hold('GET', '/api/documents');
    open();
    await screen.findByText('Loading...', { selector: '.library p' });
    proceed();
    await heading('No documents yet');
    screen.getByText('Select a document to view its content');
    screen.getByRole('link', { name: 'Ask us' });
  });

  test('that fails to load shows an error and can be retried', async () => {
    await addLibrary();
    const restore = site.network.fail('GET', '/api/products');
    open();
    await screen.findByText('Failed to load documents');
    restore();
    await site.press('Retry');
    await heading('Due dates');
    await expectAccessible();
  });

  test('opens the first document of the product, marked in the list, and leaves address and focus alone', async () => {
    await addLibrary();
    open('?product=genmate');
    await heading('Set the voice');
    const list = within(screen.getByRole('navigation', { name: 'GenMate documents' }));
    expect(list.getByRole('link', { name: 'Set the voice' }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByText('Select a document to view its content')).toBeNull();
    expect(window.location.search).toBe('?product=genmate');
    expect(document.title).toContain('Set the voice');
    await site.user.selectOptions(await product(), 'TaxMate');
    await heading('Due dates');
    expect(window.location.search).toBe('?product=taxmate');
    await expectFocus(() => screen.getByLabelText('Product'));
    act(() => history.back());
    await heading('Set the voice');
  });

  test('asks to select a document when the first one was deleted meanwhile', async () => {
    await addLibrary();
    site.network.fail('GET', '/api/documents/page/set-the-voice', 404);
    open('?product=genmate');
    await screen.findByText('Select a document to view its content');
    await site.user.click(await link('Keep the thread'));
    await heading('Keep the thread');
  });

  test('a document opens from the list, which marks it as current, and Next opens the next one', async () => {
    await addLibrary();
    open('?product=GENMATE');
    await site.user.click(await link('Set the voice'));
    await expectFocus(() => screen.getByRole('heading', { name: 'Set the voice' }));
    expect(window.location.search).toBe('?product=genmate&document=set-the-voice');
    expect(document.title).toContain('Set the voice');
    const list = within(screen.getByRole('navigation', { name: 'GenMate documents' }));
    expect(list.getByRole('link', { name: 'Set the voice' }).getAttribute('aria-current')).toBe('page');
    await site.user.click(document.querySelector('a[rel=next]') as HTMLElement);
    await heading('Keep the thread');
    expect(document.querySelector('a[rel=next]')).toBeNull();
  });

  test('a link by id or by an earlier slug opens the document, and the address bar then shows its slug', async () => {
    const { first } = await addLibrary();
    await site.call('PUT', `/api/documents/${first}`, { title: 'Set the voice', slug: 'find-your-voice' });
    for (const address of [String(first), 'set-the-voice']) {
      open(`?document=${address}`);
      await heading('Set the voice');
      await waitFor(() => expect(window.location.search).toBe('?product=genmate&document=find-your-voice'));
      const list = within(screen.getByRole('navigation', { name: 'GenMate documents' }));
      expect(list.getByRole('link', { name: 'Set the voice' }).getAttribute('aria-current')).toBe('page');
      cleanup();
    }
  });

  test('a document shows a loading state, and an error that can be retried', async () => {
    await addLibrary();
    const restore = site.network.fail('GET', '/api/documents/page/set-the-voice');
    open('?product=genmate');
    await screen.findByText('Failed to load document');
    await expectAccessible();
    restore();
    const proceed = site.network.hold('GET', '/api/documents/page/set-the-voice');
    await site.press('Retry');
    await screen.findByText('Loading document...');
    await expectAccessible();
    proceed();
    await heading('Set the voice');
  });

  test('products without documents, unknown products and missing documents show a message', async () => {
    await addLibrary();
    open('?product=openshelf');
    await heading('No OpenShelf documents yet');
    screen.getByText('Select a document to view its content');
    await expectAccessible();
    open('?product=nothing');
    await heading('No product called ‘nothing’');
    open('?document=no-such-document');
    await heading('Document not found');
    await expectAccessible();
  });

  test('documents without a product are listed as General, or directly when there are no others', async () => {
    for (const title of ['House rules', 'Who we are']) await addDocument(title, null, { content: '<p>Kaitiaki</p>' });
    open();
    await link('House rules');
    await addLibrary();
    open();
    await site.user.selectOptions(await product(), 'General');
    await site.user.click(await link('House rules'));
    await heading('House rules');
    await site.user.click(document.querySelector('a[rel=next]') as HTMLElement);
    await heading('Who we are');
    expect((await product()).value).toBe('General');
    await site.user.type(await searchField(), 'kaitiaki');
    await screen.findByText('2 documents for ‘kaitiaki’');
  });

  test('T24 a draft is visible to admins only, in the list and by its URL', async () => {
    const section = await addSection('Begin');
    await addDocument('For everybody', section);
    const id = await addDocument('Not yet', section, { status: 'draft' });
    open(`?document=${id}`);
    await heading('Document not found');
    expect(screen.queryByRole('link', { name: /Not yet/ })).toBeNull();
    await site.signIn('admin');
    open(`?document=${id}`);
    await screen.findByText('Draft. Only admins can see it.');
    await expectAccessible();
    expect((await link('Edit document')).getAttribute('href')).toBe(paths.editDocument(id));
  });
});

describe('the search', () => {
  test('highlights the terms, moves by arrow keys, and leads to the document', async () => {
    await addLibrary();
    open('?product=genmate');
    await site.user.type(await searchField(), 'tide');
    await screen.findByText('1 document for ‘tide’ in GenMate');
    await expectAccessible();
    expect(document.querySelector('mark')?.textContent).toBe('tide');
    expect(window.location.search).toBe('?product=genmate&q=tide');
    await site.user.keyboard('{ArrowDown}');
    const results = within(screen.getByRole('region', { name: 'Search results' }));
    await expectFocus(() => results.getByRole('link'));
    await site.user.keyboard('{ArrowUp}');
    await expectFocus(() => screen.getByRole('searchbox'));
    await site.user.click(results.getByRole('link'));
    await heading('Keep the thread');
    expect((await searchField()).value).toBe('');
    act(() => history.back());
    await screen.findByText('1 document for ‘tide’ in GenMate');
    expect((await searchField()).value).toBe('tide');
  });

  test('without results shows a message and offers to search all products', async () => {
    await addLibrary();
    open('?product=genmate&q=provisional');
    await screen.findByText('No documents for ‘provisional’ in GenMate');
    screen.getByText('Try a shorter or more common word.');
    await site.press('Search all products');
    await screen.findByText('1 document for ‘provisional’');
    await site.user.selectOptions(await product(), 'TaxMate');
    await screen.findByText('1 document for ‘provisional’ in TaxMate');
  });

  test('finds documents in spite of a typo, and says for what it searched', async () => {
    await addLibrary();
    open('?product=taxmate&q=provisoinal');
    await screen.findByText('No documents for ‘provisoinal’. Showing 1 document for ‘provisional’ in TaxMate');
    expect(document.querySelector('mark')?.textContent).toBe('Provisional');
  });

  test('that fails shows an error and can be retried', async () => {
    await addLibrary();
    const restore = site.network.fail('POST', '/api/documents/search');
    open('?product=genmate&q=tide');
    await screen.findByText('Search isn’t working right now.');
    restore();
    await site.press('Retry');
    await screen.findByText('1 document for ‘tide’ in GenMate');
  });

  test('in a URL may be longer than the field allows', async () => {
    await addLibrary();
    open(`?product=genmate&q=${'tide%09'.repeat(50)}`);
    await screen.findByText(/for ‘tide tide/);
  });
});

describe('the page of a document', () => {
  test('shows its product, section and neighbours', async () => {
    await addLibrary();
    openPage('set-the-voice');
    await heading('Set the voice', 1);
    screen.getByText(/^Last updated/);
    await expectAccessible();
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe('Product documentsGenMateBegin');
    expect(screen.queryByRole('link', { name: 'Edit document' })).toBeNull();
    await waitFor(() => expect(document.querySelector('a[rel=next]')).not.toBeNull());
    expect((await link('All GenMate documents')).getAttribute('href')).toBe(
      '/product-documents?product=genmate&document=set-the-voice',
    );
  });

  test('opens by its id and by an earlier slug; the address bar then shows its slug', async () => {
    const { first } = await addLibrary();
    await site.call('PUT', `/api/documents/${first}`, { title: 'Set the voice', slug: 'find-your-voice' });
    for (const address of [String(first), 'set-the-voice']) {
      openPage(address);
      await heading('Set the voice', 1);
      await waitFor(() => expect(window.location.pathname).toBe('/documents/find-your-voice'));
      cleanup();
    }
  });

  test('T24 an earlier slug of a draft is not found by readers, and stays in the address bar', async () => {
    const { first } = await addLibrary();
    const change = { title: 'Set the voice', slug: 'find-your-voice', status: 'draft' };
    await site.call('PUT', `/api/documents/${first}`, change);
    openPage('set-the-voice');
    await heading('Document not found');
    expect(window.location.pathname).toBe('/documents/set-the-voice');
  });

  test('shows a loading state, and an error that can be retried', async () => {
    await addLibrary();
    const restore = site.network.fail('GET', '/api/documents/page/set-the-voice');
    openPage('set-the-voice');
    await screen.findByText('Failed to load document');
    restore();
    const proceed = site.network.hold('GET', '/api/documents/page/set-the-voice');
    await site.press('Retry');
    await screen.findByText('Loading document...');
    proceed();
    await heading('Set the voice', 1);
  });

  test('has colours in its code, which a button copies, and cards of links and files', async () => {
    await addDocument('Brew', null, {
      content: [
        '<pre data-title="a.sh"><code class="language-bash">for a in b; do ls; done</code></pre>',
        '<p data-block="bookmark"><a href="https://x.example/">A page</a></p>',
        `<p data-block="file"><a href="/uploads/${'a'.repeat(64)}.pdf">A list</a></p>`,
        '<p data-block="embed"><a href="https://vimeo.com/76979871">A film</a></p>',
      ].join(''),
    });
    openPage('brew');
    await heading('Brew', 1);
    await waitFor(() => expect(document.querySelector('.k-keyword')?.textContent).toBe('for'));
    expect(document.querySelector('a.bookmark .bookmark-title')?.textContent).toBe('A page');
    expect(document.querySelector('a.file-card')?.getAttribute('download')).toBe('A list.pdf');
    const play = screen.getByRole('link', { name: 'Open A film at Vimeo, in a new tab' });
    expect([play.getAttribute('target'), play.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    await expectAccessible();
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await site.press('Copy');
    await findToast('Code copied');
    expect(copied.mock.calls).toEqual([['for a in b; do ls; done']]);
  });

  test('that does not exist shows an error', async () => {
    openPage('no-such-document');
    await heading('Document not found');
    expect((await link('All product documents')).getAttribute('href')).toBe('/product-documents');
  });
});
