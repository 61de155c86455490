import type { BlogStatus, TextSubject } from '#api/domain/enums.ts';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import { isMarkedDecorative } from '#src/editor/decorative-images.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';
import { api } from '#src/lib/api-client.ts';
import type { PublishPlan } from './publish-action.ts';

const CHECK_PATHS = { blog: '/api/blogs/:id/check', document: '/api/documents/:id/check' } as const;

type CheckInput = { title: string; description: string | null; content: string };

/** The warnings, without images marked as decorative; null when they cannot be loaded, because they are advisory. */
export const fetchContentWarnings = (
  subject: TextSubject,
  id: number,
  checked: CheckInput,
): Promise<CheckWarningJson[] | null> =>
  api.post(CHECK_PATHS[subject], { param: { id }, json: checked }).then(
    ({ warnings }) => excludeDecorative(warnings, checked.content),
    () => null,
  );

/** Which pages publishing the post with this status now changes; null when that cannot be had. */
export const fetchPublishPlan = (id: number, status: BlogStatus): Promise<PublishPlan | null> =>
  api.post('/api/blogs/:id/publish-plan', { param: { id }, query: { status } }).catch(() => null);

function excludeDecorative(warnings: CheckWarningJson[], content: string): CheckWarningJson[] {
  const pictures = parseInertBody(content).querySelectorAll('img');
  return warnings.filter(
    ({ kind, target }) =>
      kind !== 'alt' || !isMarkedDecorative(pictures[target?.index ?? -1]?.getAttribute('src') ?? null),
  );
}
