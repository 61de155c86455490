import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import { isMarkedDecorative } from '#src/editor/decorative-images.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';
import { api } from '#src/lib/api-client.ts';
import type { PublishPlan } from './use-publish-flow.ts';

type CheckInput = { title: string; description: string | null; content: string };

/** What to look at again, but for pictures that were said to be decoration; null when that cannot be had, for it stands in nobody's way. `root` as '/api/blogs'. */
export const fetchContentWarnings = (
  root: string,
  id: number,
  checked: CheckInput,
): Promise<CheckWarningJson[] | null> =>
  api.post<{ warnings: CheckWarningJson[] }>(`${root}/${id}/check`, checked).then(
    ({ warnings }) => excludeDecorative(warnings, checked.content),
    () => null,
  );

/** Which pages publishing changes; null when that cannot be had. */
export const fetchPublishPlan = (root: string, id: number): Promise<PublishPlan | null> =>
  api.post<PublishPlan>(`${root}/${id}/publish-plan`).catch(() => null);

function excludeDecorative(warnings: CheckWarningJson[], content: string): CheckWarningJson[] {
  const pictures = parseInertBody(content).querySelectorAll('img');
  return warnings.filter(
    ({ kind, target }) =>
      kind !== 'alt' || !isMarkedDecorative(pictures[target?.index ?? -1]?.getAttribute('src') ?? null),
  );
}
