/** What is in the fields of the profile. */
export type ProfileNames = { firstName: string; lastName: string };

type ProfileDraft = ProfileNames & { userId: number };

const KEY = 'profileDraft';

/** What this person typed in this tab and did not save: before a session ended, say. */
export function readProfileDraft(userId: number): ProfileNames | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ProfileDraft | null;
    if (draft?.userId !== userId) return null;
    const { firstName, lastName } = draft;
    return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : null;
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

/** Keeps what is typed until it is saved; null forgets it. */
export function saveProfileDraft(draft: ProfileDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: what is typed lives as long as the page
  }
}
