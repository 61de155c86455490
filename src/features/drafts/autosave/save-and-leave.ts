import { showToastAfterNavigation } from '#src/lib/toast.ts';

type SavableDraft = { isDirty(): boolean; saveNow(): Promise<void>; draftBase(): { version: number } };

/** Goes back to the list, and says there that the draft is kept. What cannot be saved is asked about on the way out. */
export async function saveAndLeave(autosaver: SavableDraft, path: string): Promise<void> {
  if (autosaver.isDirty()) await autosaver.saveNow().catch(() => undefined);
  if (!autosaver.isDirty() && autosaver.draftBase().version > 0)
    showToastAfterNavigation('Your draft is kept. It is not published.', 'info');
  window.location.assign(path);
}
