import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

/** The name fields of the profile. */
export type ProfileNames = { firstName: string; lastName: string };

type ProfileDraft = ProfileNames & { userId: number };

const KEY = 'profileDraft';

/** What this user typed in this tab and did not save, for example before a session ended. */
export function readProfileDraft(userId: number): ProfileNames | null {
  const draft = readStoredJson<ProfileDraft>('sessionStorage', KEY);
  if (draft?.userId !== userId) return null;
  const { firstName, lastName } = draft;
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : null;
}

/** Stores what is typed until it is saved; null removes it. */
export const saveProfileDraft = (draft: ProfileDraft | null) => storeJson('sessionStorage', KEY, draft);
