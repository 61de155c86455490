import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createImport } from '#api/features/imports/imports.service.ts';
import { ImportWorker } from '#api/features/imports/worker.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { ImportsIsland } from '#src/features/imports/Imports.island.tsx';
import { createItem, createWordPressFile } from '../../support/imports/wordpress-file.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
let worker: ImportWorker;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  worker = new ImportWorker({ ...site.deps, parts: siteParts });
});

const SITE = createWordPressFile(
  createItem({ id: 1, title: 'Tea', content: '<iframe src="https://www.example.com/embed/abc"></iframe>' }),
  createItem({ id: 2, title: 'Coffee', status: 'draft', content: '<form></form>' }),
);

/** An import whose file is being read, or was. */
async function createCheckedImport(text = SITE): Promise<number> {
  const path = join(site.directory, 'site.xml');
  await writeFile(path, text);
  const files = [{ path, name: 'site.xml', bytes: text.length }];
  const id = await createImport(site.deps, { source: 'wordpress', are_drafts: false }, { userId: null, files });
  await worker.whenIdle();
  return id;
}
const open = (id?: number) => site.open(<ImportsIsland />, `/admin/import${id === undefined ? '' : `?import=${id}`}`);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Opens an import that stands in this state because of an error; returns the error that is shown. */
async function openFailedImport(state: 'refused' | 'stopped'): Promise<string> {
  const id = await createCheckedImport();
  const error = 'The server stopped twice while working on this import.';
  await site.db.client.execute({ sql: 'UPDATE imports SET state = ?, error = ?', args: [state, error] });
  open(id);
  await screen.findByText(error);
  await expectAccessible();
  return error;
}

describe('importing', () => {
  test('begins with a choice; without a file nothing can be checked', async () => {
    open();
    await screen.findByText('The XML file from Tools, Export. Several files are fine.');
    expect(screen.getByRole('button', { name: 'Check this file' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('radio', { name: /^Ghost/ }));
    screen.getByText('No file chosen');
    await expectAccessible();
  });

  test('A file that couldn’t be read is read again by Try again', async () => {
    await openFailedImport('refused');
    await press('Try again');
    await screen.findByRole('heading', { name: 'Checking site.xml' });
    await worker.whenIdle();
    await screen.findByText('What will come in', {}, { timeout: 5_000 });
  });

  test('An import that stands says why, and goes on by Try again', async () => {
    const error = await openFailedImport('stopped');
    await press('Try again');
    await screen.findByRole('heading', { name: /^Importing/ });
    expect(screen.queryByText(error)).toBeNull();
    await worker.whenIdle();
  });

  test('says what comes in and what is lost, brings it in, and takes it out again', async () => {
    const id = await createCheckedImport();
    open(id);
    await screen.findByText('What will come in');
    screen.getByText('1 draft, 1 published');
    screen.getByText('1 embed');
    await expectAccessible();
    await press('Import 2 posts');
    await screen.findByRole('heading', { name: 'Importing author 0 of 1' });
    await worker.whenIdle();
    const todo = await screen.findByRole('region', { name: /^Needs a person/ }, { timeout: 5_000 });
    within(todo).getByText('1 form');
    screen.getByText('Removes 2 posts.');
    await expectAccessible();
    await press('Undo this import...');
    await press('Undo this import');
    await worker.whenIdle();
    await screen.findByText('What it brought in is off the site.', undefined, { timeout: 5_000 });
  });

  test('can be stopped and goes on', async () => {
    const id = await createCheckedImport();
    open(id);
    await screen.findByText('What will come in');
    await press('Import 2 posts');
    await screen.findByRole('button', { name: 'Stop' });
    await press('Stop');
    await screen.findByText('What is in stays, as drafts until the end.');
    await press('Resume');
    await screen.findByRole('button', { name: 'Stop' });
  });

  test('has all posts and pages as a download beside it', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open();
    await screen.findByText('Take everything with you');
    await press('Download for Ghost');
    await findToast(/^content-ghost-.*\.zip is in your downloads$/);
    const [zip] = saved.mock.calls[0] as [Blob];
    expect(await zip.slice(0, 2).text()).toBe('PK');
    site.network.fail('GET', '/api/admin/content-export', 500, { message: 'Something broke.' });
    await press('Download as Markdown');
    await findToast(/Failed to export posts and pages|Something broke/);
  });

  test('of another kind of file ends with a sentence', async () => {
    const id = await createCheckedImport('<html></html>');
    open(id);
    await screen.findByText(/This isn’t a WordPress export/);
  });
});
