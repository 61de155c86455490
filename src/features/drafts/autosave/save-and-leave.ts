import { showToastNext } from '#src/lib/toast.ts';

type Keeper = { isDirty(): boolean; saveNow(): Promise<void>; origin(): { version: number } };

/** Goes back to the list, and says there that the draft is kept. What cannot be saved is asked about on the way out. */
export async function leaveKeepingDraft(keeper: Keeper, path: string): Promise<void> {
  if (keeper.isDirty()) await keeper.saveNow().catch(() => undefined);
  if (!keeper.isDirty() && keeper.origin().version > 0)
    showToastNext('Your draft is kept. It is not published.', 'info');
  window.location.assign(path);
}
