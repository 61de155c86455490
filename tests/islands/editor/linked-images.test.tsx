import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BlogEditorIsland } from '#src/features/blogs/editor/BlogEditor.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { createDraft } from '../../support/drafts/draft-fixtures.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

const ADDRESS = '/api/uploads/from-address';

let site: IslandSite;
let id: number;
beforeEach(async () => {
  site = await createIslandSite();
  // A stream that never ends would outlive the test.
  site.network.fail('GET', '/api/publishes/events', 403);
  await site.signIn('admin');
  id = await createDraft(site, { title: 'Harbour notes', status: 'draft' }, '<p>Before</p>');
  site.open(<BlogEditorIsland />, paths.editBlog(id));
  await screen.findByRole('textbox', { name: 'Content' });
});

/** The text as it was saved, without what only the editor adds to images. */
async function save(): Promise<string> {
  await site.user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(document.querySelector('.save-words')?.textContent).toMatch(/Saved at/));
  const { content } = (await site.call('GET', `/api/blogs/${id}/draft`)).draft;
  return content.replaceAll(/ (loading|decoding|rel)="[^"]*"/g, '').replaceAll(' />', '>');
}

const paste = (html: string) =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Content' }), {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), files: [] },
  });
const image = (name: string, alt = '') => `<img src="https://sound.example/${name}.jpg" alt="${alt}">`;
const link = (name: string, text: string) => `<a href="https://sound.example/${name}.jpg">${text}</a>`;
const PAGE = `<p>${image('harbour', 'The harbour')}</p><p>With ${image('flask', 'a flask')} in it</p><p><a href="https://sound.example/all">${image('pier', 'The pier')}</a></p><p>End</p>`;

/** Fetches everything but what is named. */
function answer(missing = 'none'): void {
  site.network.intercept('POST', ADDRESS, async (request) => {
    const { url } = (await request.json()) as { url: string };
    const name = /(\w+)\.jpg$/.exec(url)?.[1];
    if (name !== missing) return Response.json({ url: `/uploads/${name}-8x6.webp`, width: 8, height: 6, alt: null });
    const message = 'The page doesn’t exist (error 404).';
    return Response.json(
      { status: 400, code: 'validation_failed', detail: message, issues: [{ path: 'url', message }] },
      { status: 400 },
    );
  });
}

test('images of other sites are uploaded by one click, and one undo makes them links again', async () => {
  paste(PAGE);
  await screen.findByText(/^3 images of other sites are links\./);
  await expectAccessible();
  const links = await save();
  expect(links).toContain(link('harbour', 'The harbour'));
  answer();
  await site.press('Upload');
  await waitFor(() => expect(document.querySelector('.image-offer')).toBeNull());
  const own = (name: string, alt: string) => `<img src="/uploads/${name}-8x6.webp" alt="${alt}" width="8" height="6">`;
  const pier = `<a href="https://sound.example/all">${own('pier', 'The pier')}</a>`;
  const uploaded = await save();
  expect(uploaded).toContain(
    `<figure>${own('harbour', 'The harbour')}</figure><p>With ${own('flask', 'a flask')} in it</p><figure>${pier}</figure>`,
  );
  screen.getByRole('textbox', { name: 'Content' }).focus();
  await site.user.keyboard('{Control>}z{/Control}');
  expect(await save()).toBe(links);
});

test('what could not be fetched stays a link with the reason, and Retry asks for it alone', async () => {
  paste(PAGE);
  answer('flask');
  await site.press('Upload');
  await screen.findByText('1 image stays a link. flask.jpg: The page doesn’t exist (error 404).');
  await expectAccessible();
  expect(await save()).toContain(`<p>With ${link('flask', 'a flask')} in it</p>`);
  const count = () => site.network.calls.filter(({ path }) => path === ADDRESS).length;
  expect(count()).toBe(3);
  answer();
  await site.press('Retry');
  await waitFor(() => expect(document.querySelector('.image-offer')).toBeNull());
  expect(count()).toBe(4);
});

test('the links stay while it is loading, and for good with ‘Keep links’', async () => {
  paste(PAGE);
  const respond = site.network.hold('POST', ADDRESS);
  await site.press('Upload');
  await screen.findByText('Uploading images: 0 of 3');
  expect(await save()).toContain(link('harbour', 'The harbour'));
  respond();
  await screen.findByText(/^3 images stay links\./);
  await site.press('Keep links');
  expect(document.querySelector('.image-offer')).toBeNull();
  expect(await save()).toContain(link('harbour', 'The harbour'));
});

test('an image alone without a text is offered as an image only, not as an address', async () => {
  cleanup();
  id = await createDraft(site, { title: 'Harbour', status: 'draft' }, '');
  site.open(<BlogEditorIsland />, paths.editBlog(id));
  await screen.findByRole('textbox', { name: 'Content' });
  paste(image('harbour'));
  await screen.findByText(/^1 image of other sites is a link\./);
  expect(document.querySelector('.address-offer')).toBeNull();
});

test('several images within one link are offered each, and stay in it; words beside an image make it a link of words', async () => {
  const all = (inside: string) => `<p><a href="https://sound.example/all">${inside}</a></p>`;
  paste(
    all(`${image('pier', 'The pier')}${image('flask', 'The pier at night')} ${image('harbour')}`) +
      `<p><a href="https://sound.example/one">${image('boat', 'A boat')} and more</a></p>`,
  );
  await screen.findByText(/^3 images of other sites are links\./);
  expect(await save()).toContain(all('The pier The pier at night https://sound.example/harbour.jpg'));
  answer();
  await site.press('Upload');
  await waitFor(() => expect(document.querySelector('.image-offer')).toBeNull());
  const own = (name: string, alt: string) => `<img src="/uploads/${name}-8x6.webp" alt="${alt}" width="8" height="6">`;
  expect(await save()).toContain(
    all(`${own('pier', 'The pier')} ${own('flask', 'The pier at night')} ${own('harbour', '')}`),
  );
});
