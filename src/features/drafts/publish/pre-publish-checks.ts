import type { CheckWarning } from '#api/features/blogs/blogs.contract.ts';
import { isKnownDecorative } from '#src/editor/decorative-images.ts';
import { parseInert } from '#src/editor/html/inert-dom.ts';
import { api } from '#src/lib/api-client.ts';
import type { PublishPlan } from './use-publish-flow.ts';

type Checked = { title: string; description: string | null; content: string };

/** What to look at again, but for pictures that were said to be decoration; null when that cannot be had, for it stands in nobody's way. `root` as '/api/blogs'. */
export const checkText = (root: string, id: number, checked: Checked): Promise<CheckWarning[] | null> =>
  api.post<{ warnings: CheckWarning[] }>(`${root}/${id}/check`, checked).then(
    ({ warnings }) => withoutDecoration(warnings, checked.content),
    () => null,
  );

/** Which pages publishing changes; null when that cannot be had. */
export const planOf = (root: string, id: number): Promise<PublishPlan | null> =>
  api.post<PublishPlan>(`${root}/${id}/publish-plan`).catch(() => null);

function withoutDecoration(warnings: CheckWarning[], content: string): CheckWarning[] {
  const pictures = parseInert(content).querySelectorAll('img');
  return warnings.filter(
    ({ kind, target }) =>
      kind !== 'alt' || !isKnownDecorative(pictures[target?.index ?? -1]?.getAttribute('src') ?? null),
  );
}
