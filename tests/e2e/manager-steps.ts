import type { Page } from 'playwright';
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
export const waitForToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

/** Opens the manager as an admin and waits for its rows, its empty state or its error. */
export async function openManager(site: Site, page: Page, listState: Partial<PostListState> = {}): Promise<void> {
  await signInAs(site, page);
  await page.goto(toManagerUrl(listState));
  await getRows(page).or(page.locator('.empty-state')).or(page.locator('.form-error')).first().waitFor();
}
