import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { UploadsIsland } from '#src/features/uploads/Uploads.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { FakeUploadRequest } from '../../support/islands/fake-upload-request.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const urlOf = (name: string) => `/media/${name}-640x400.webp`;
async function addUpload(name: string, kind: 'image' | 'video' = 'image', alt = '') {
  site.clock.advance(1_000);
  const contentType = kind === 'image' ? 'image/webp' : 'video/mp4';
  const file = { name: `${name}-640x400.webp`, contentType, width: 640, height: 400, bytes: 2048 };
  const row = { hash: name.padEnd(64, '0'), kind, contentType, url: urlOf(name), width: 640, height: 400, bytes: 2048 };
  await write(site.db, [
    site.db.orm.insert(uploads).values({ ...row, name, alt, files: [file], createdAt: site.clock.now() }),
  ]);
}
const open = (query = '') => site.open(<UploadsIsland />, `/admin/media${query}`);
const names = () => [...document.querySelectorAll('.media-name')].map(({ textContent }) => textContent);
const expectNames = (expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

describe('the list', () => {
  test('shows a loading state, then an empty state', async () => {
    const proceed = site.network.hold('GET', '/api/uploads');
    open();
    await screen.findByText('Loading...', { selector: '.visually-hidden' });
    proceed();
    await screen.findByRole('heading', { name: 'No media yet' });
    await expectAccessible();
  });

  test('that fails to load shows the reason and can be retried', async () => {
    await addUpload('harbour.jpg');
    const restore = site.network.fail('GET', '/api/uploads', 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Couldn’t load the media' });
    screen.getByText('Something broke.');
    restore();
    await site.press('Retry');
    await expectNames(['harbour.jpg']);
  });

  test('shows the newest first, with size and a note on missing descriptions', async () => {
    await addUpload('harbour.jpg');
    await addUpload('described.jpg', 'image', 'A harbour');
    await addUpload('intro.mp4', 'video');
    open();
    await expectNames(['intro.mp4', 'described.jpg', 'harbour.jpg']);
    expect(screen.getAllByText('640 × 400 · 2 KB')).toHaveLength(3);
    expect(screen.getAllByText('No alt text')).toHaveLength(1);
  });

  test('is filtered by kind and search; Clear filters shows all', async () => {
    await addUpload('harbour.jpg');
    await addUpload('intro.mp4', 'video');
    open();
    await site.user.click(await screen.findByRole('link', { name: 'Videos' }));
    await expectNames(['intro.mp4']);
    expect(window.location.search).toBe('?kind=video');
    await site.user.type(screen.getByLabelText('Search media'), 'nowhere');
    await screen.findByRole('heading', { name: 'No results' });
    await site.press('Clear filters');
    await expectNames(['intro.mp4', 'harbour.jpg']);
    expect(window.location.search).toBe('');
  });
});

describe('one upload', () => {
  const openDetails = async () => {
    await addUpload('shown.jpg');
    open();
    await site.press('shown.jpg');
    return findDialog('shown.jpg');
  };
  const showUses = (uses: object[], { earlier = 0, hidden = 0 } = {}) =>
    site.network.intercept('GET', '/api/uploads/1/uses', () =>
      Response.json({ uses, hidden_uses: hidden, earlier_versions: earlier }),
    );

  test('saves its description as one line', async () => {
    const { getByLabelText, findByText, getByRole } = await openDetails();
    await findByText('Not used anywhere');
    await expectAccessible();
    const save = getByRole('button', { name: 'Save alt text' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await site.user.type(getByLabelText('Alt text'), 'A harbour\n  at noon');
    await site.user.click(save);
    await findToast('Alt text saved');
    await waitFor(() => expect((getByLabelText('Alt text') as HTMLTextAreaElement).value).toBe('A harbour at noon'));
  });

  test('whose description cannot be saved shows the reason and asks before closing', async () => {
    const { getByLabelText, findByText, getByRole } = await openDetails();
    site.network.fail('PUT', '/api/uploads/1', 500, { message: 'Something broke.' });
    await site.user.type(getByLabelText('Alt text'), 'A harbour');
    await site.user.click(getByRole('button', { name: 'Save alt text' }));
    await findByText('Something broke.');
    await site.user.click(getByRole('button', { name: 'Close' }));
    await findByText('Your changes aren’t saved.');
  });

  test('that is in use lists its uses and cannot be deleted', async () => {
    const use = { kind: 'blog', id: 3, is_draft: false };
    showUses([
      { ...use, title: 'Harbour notes', state: 'published', is_draft: true },
      { ...use, id: 4, title: 'Thrown away', state: 'trash' },
      { ...use, id: 5, kind: 'document', title: '', state: 'archived' },
    ]);
    const { findByRole, getByText, getByRole } = await openDetails();
    expect((await findByRole('link', { name: 'Harbour notes' })).getAttribute('href')).toBe('/edit-blog/3');
    getByText('draft');
    expect(getByRole('link', { name: 'Thrown away' }).getAttribute('href')).toBe('/blog-manager?view=trash');
    getByText('in the trash');
    expect(getByRole('link', { name: 'Untitled' }).getAttribute('href')).toBe('/documents/5/edit');
    getByText('archived');
    getByText('You can delete it once it’s not used anywhere.');
    await expectAccessible();
    expect(getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('whose uses fail to load shows an error, cannot be deleted and can be retried', async () => {
    const restore = site.network.fail('GET', '/api/uploads/1/uses');
    const { findByText, getByRole } = await openDetails();
    await findByText(/Couldn’t load where it’s used\./);
    expect(getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    restore();
    await site.user.click(getByRole('button', { name: 'Retry' }));
    await findByText('Not used anywhere');
  });

  test('of someone else can’t be deleted by an author', async () => {
    await site.signIn('author');
    showUses([]);
    const { findByText, queryByRole, getByRole } = await openDetails();
    await findByText('Not used anywhere');
    getByRole('button', { name: 'Copy link' });
    expect(queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('An upload of someone else shows an author its alt text without a field, and how often it’s used elsewhere', async () => {
    await site.signIn('author');
    showUses([], { hidden: 2 });
    const { findByText, getByText, queryByRole, queryByText } = await openDetails();
    await findByText('Used in 2 places that you can’t open.');
    getByText('None yet');
    expect(queryByText('Not used anywhere')).toBeNull();
    expect(queryByRole('button', { name: 'Save alt text' })).toBeNull();
  });

  test('An upload that is used in own and other posts says so', async () => {
    showUses([{ kind: 'blog', id: 3, title: 'Harbour notes', state: 'published', is_draft: false }], { hidden: 1 });
    const { findByText, getByRole } = await openDetails();
    await findByText('Used also in 1 place that you can’t open.');
    expect(getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('that is unused is deleted after a prompt', async () => {
    showUses([], { earlier: 1 });
    const { findByText, getByRole } = await openDetails();
    await findByText('Also in 1 revision.');
    await site.user.click(getByRole('button', { name: 'Delete' }));
    const question = await findDialog('Delete this image?');
    expect(question.dialog.textContent).toContain(
      'shown.jpg and all its files will be deleted. This action cannot be undone.',
    );
    expect(question.dialog.textContent).toContain('1 revision of posts, documents or pages uses it');
    await site.user.click(question.getByRole('button', { name: 'Delete permanently' }));
    await findToast('shown.jpg deleted');
    await screen.findByRole('heading', { name: 'No media yet' });
  });

  test('copies its URL to the clipboard, or shows an error', async () => {
    const { getByRole } = await openDetails();
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await site.user.click(getByRole('button', { name: 'Copy link' }));
    await findToast('Link copied');
    expect(copy).toHaveBeenCalledWith(`http://localhost:4321${urlOf('shown.jpg')}`);
    copy.mockRejectedValue(new Error('denied'));
    await site.user.click(getByRole('button', { name: 'Copy link' }));
    await findToast('Couldn’t copy the link. Select it and copy it.');
  });
});

describe('files being uploaded', () => {
  const png = (name: string) => new File(['x'], name, { type: 'image/png' });
  beforeEach(async () => {
    vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
    FakeUploadRequest.sent.length = 0;
    open();
    await screen.findByRole('heading', { name: 'No media yet' });
  });
  const choose = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText('Files to upload', { selector: 'input' }), { target: { files } });
  const findRequest = async (at: number) => {
    await waitFor(() => expect(FakeUploadRequest.sent.length).toBeGreaterThan(at));
    return FakeUploadRequest.sent[at] as FakeUploadRequest;
  };

  test('are sent one after the other, with their progress and a message when done', async () => {
    choose(png('one.png'), png('two.png'));
    const first = await findRequest(0);
    expect(screen.getAllByText('Waiting')).toHaveLength(2);
    first.progress(1, 4);
    await screen.findByText('25%');
    first.progress(4, 4);
    await screen.findByText('Processing');
    expect(FakeUploadRequest.sent).toHaveLength(1);
    first.finish(201, {});
    await findToast('one.png uploaded');
    (await findRequest(1)).finish(201, {});
    await findToast('two.png uploaded');
    expect(document.querySelector('.sending')).toBeNull();
  });

  test('that are refused show the reason and can be sent again or removed', async () => {
    choose(png('fake.png'));
    (await findRequest(0)).finish(415, { message: 'This file is not what it says it is.' });
    expect((await screen.findByRole('alert')).textContent).toBe('This file is not what it says it is.');
    await expectAccessible();
    await site.press('Retry');
    (await findRequest(1)).fail();
    await screen.findByText('No response from server. Please check your network connection.');
    await site.press('Remove');
    expect(document.querySelector('.sending')).toBeNull();
  });

  test('can be cancelled, and leaving the page asks for confirmation meanwhile', async () => {
    choose(png('slow.png'));
    const request = await findRequest(0);
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await waitFor(() => expect(leave()).toBe(false));
    await site.press('Cancel');
    expect(request.isAborted).toBe(true);
    await waitFor(() => expect(leave()).toBe(true));
  });

  test('can be added by drag and drop', async () => {
    const area = screen.getByRole('region', { name: 'Upload' });
    fireEvent.drop(area, { dataTransfer: { types: ['Files'], files: [png('dropped.png')] } });
    await screen.findByText('dropped.png');
  });
});
