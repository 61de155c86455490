import type { CheckWarning } from '#api/features/blogs/blogs.contract.ts';
import { api } from '#src/lib/api-client.ts';
import type { PublishPlan } from './use-publishing.ts';

type Checked = { title: string; description: string | null; content: string };

/** What to look at again; null when that cannot be had, for it stands in nobody's way. `root` as '/api/blogs'. */
export const checkText = (root: string, id: number, checked: Checked): Promise<CheckWarning[] | null> =>
  api.post<{ warnings: CheckWarning[] }>(`${root}/${id}/check`, checked).then(
    ({ warnings }) => warnings,
    () => null,
  );

/** Which pages publishing changes; null when that cannot be had. */
export const planOf = (root: string, id: number): Promise<PublishPlan | null> =>
  api.post<PublishPlan>(`${root}/${id}/publish-plan`).catch(() => null);
