import type { SitePartKind } from '#api/domain/enums.ts';
import type { FieldFault } from '#api/domain/fields.ts';
import type { DraftEditor, LiveSubject } from '#src/features/drafts/use-draft-editor.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchSiteChanges } from './site-changes-api.ts';

/**
 * What keeps a part from being published, by path: `own` of what is typed at once, and what only the server knows once that is saved, as
 * that a link leads nowhere.
 */
export function usePartFaults<Fields extends object, Live extends LiveSubject>(
  kind: SitePartKind,
  { draft: { autosaver, state } }: DraftEditor<Fields, Live>,
  own: readonly FieldFault[],
): ReadonlyMap<string, string> {
  const { value } = useQuery('site changes', fetchSiteChanges);
  const { id, version } = autosaver.draftBase();
  const saved = value?.changes.find((change) => change.kind === kind && change.id === id);
  const isCurrent = !state.isDirty && saved?.version === version;
  return new Map([...own, ...(isCurrent ? saved.faults : [])].map(({ path, message }) => [path, message]));
}
