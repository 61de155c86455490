import type { Page } from 'playwright';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { postList } from '#api/domain/post-list.ts';
import type { PostListState } from '#src/features/blogs/manager/posts-api.ts';
import { parseListState, toListUrl } from '#src/lib/list-address.ts';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from './sign-in-as.ts';
import type { Site } from './site.ts';

export const toManagerUrl = (listState: Partial<PostListState>) =>
  toListUrl(postList, paths.blogManager, { ...parseListState(postList, ''), ...listState });
export const getRows = (page: Page) => page.locator('.admin-table tbody tr[data-row]');
export const findRow = (page: Page, title: string) => getRows(page).filter({ hasText: title });
export const readTitles = (page: Page) => page.locator('.admin-table .row-title').allInnerTexts();
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });
export const waitForToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

/** The posts that the API lists for an admin. */
export async function fetchManagedBlogs(site: Site, query = ''): Promise<ManagedBlogJson[]> {
  const token = await site.open({}, (page) => signInAs(site, page));
  const response = await fetch(`${site.origin}/api/blogs${query}`, { headers: { Authorization: `Bearer ${token}` } });
  return (await response.json()) as ManagedBlogJson[];
}

/** Opens the manager as an admin and waits for its rows, its empty state or its error. */
export async function openManager(site: Site, page: Page, listState: Partial<PostListState> = {}): Promise<void> {
  await signInAs(site, page);
  await page.goto(toManagerUrl(listState));
  await getRows(page).or(page.locator('.empty-state')).or(page.locator('.form-error')).first().waitFor();
}
