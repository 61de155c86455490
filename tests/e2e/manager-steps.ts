import type { Page } from 'playwright';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { toListUrl, DEFAULT_LIST_STATE, type ListState } from '#src/features/blogs/manager/list-state.ts';
import { signInAs } from './sign-in-as.ts';
import type { Site } from './site.ts';

export const at = (view: Partial<ListState>) => toListUrl({ ...DEFAULT_LIST_STATE, ...view });
export const rows = (page: Page) => page.locator('.admin-table tbody tr[data-post]');
export const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });
export const titles = (page: Page) => page.locator('.admin-table .row-title').allInnerTexts();
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });
export const dialog = (page: Page) => page.locator('dialog[open]');
export const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).waitFor();

/** What the API answers an admin. */
export async function managed(site: Site, query = ''): Promise<ManagedBlogJson[]> {
  const token = await site.open({}, (page) => signInAs(site, page));
  const answer = await fetch(`${site.origin}/api/blogs${query}`, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()) as ManagedBlogJson[];
}

/** Opens the manager, signed in, and waits until its rows, or what stands in their place, are in sight. */
export async function openManager(site: Site, page: Page, view: Partial<ListState> = {}): Promise<void> {
  await signInAs(site, page);
  await page.goto(at(view));
  await rows(page).or(page.locator('.empty-state')).or(page.locator('.form-error')).first().waitFor();
}
