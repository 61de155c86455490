import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ProfileJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { setSessionUser } from '#src/stores/session.ts';
import { useSession } from '#src/stores/use-session.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

/** The name fields of the profile. */
type ProfileNames = { firstName: string; lastName: string };

type ProfileDraft = ProfileNames & { userId: number };

const KEY = 'profileDraft';

/** What this user typed in this tab and did not save, for example before a session ended. */
function readProfileDraft(userId: number): ProfileNames | null {
  const draft = readStoredJson<ProfileDraft>('sessionStorage', KEY);
  if (draft?.userId !== userId) return null;
  const { firstName, lastName } = draft;
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : null;
}

/** Stores what is typed until it is saved; null removes it. */
const saveProfileDraft = (draft: ProfileDraft | null) => storeJson('sessionStorage', KEY, draft);

type Props = { user: UserJson; profile: ProfileJson };
type SaveOutcome = { tone: 'success' } | { tone: 'info' } | { tone: 'error'; error: unknown };

const toProfileNames = ({ first_name, last_name }: ProfileJson): ProfileNames => ({
  firstName: first_name ?? '',
  lastName: last_name ?? '',
});

/** First and last name. What is typed outlives a session that ends meanwhile. */
export function NameForm({ user, profile }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState(() => readProfileDraft(user.id) ?? toProfileNames(profile));
  const [saved, setSaved] = useState<SaveOutcome | null>(() => (readProfileDraft(user.id) ? { tone: 'info' } : null));
  const [isBusy, setBusy] = useState(false);
  const currentNames = useRef(names);
  const session = useSession();
  const hasLeft = session.status === 'signed-out' && session.reason === 'left';
  useEffect(() => {
    if (hasLeft) saveProfileDraft(null);
  }, [hasLeft]);

  const createChangeHandler = (name: keyof ProfileNames) => (event: ChangeEvent<HTMLInputElement>) => {
    const next = { ...names, [name]: event.currentTarget.value };
    currentNames.current = next;
    setNames(next);
    saveProfileDraft({ ...next, userId: user.id });
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setSaved(null);
    try {
      const { email, profile_photo: profilePhoto } = profile;
      const savedProfile = await api.put('/api/profile', { json: { ...names, email, profilePhoto } });
      if (currentNames.current === names) {
        // unchanged since the save
        saveProfileDraft(null);
        currentNames.current = toProfileNames(savedProfile);
        setNames(currentNames.current);
      }
      setSessionUser({ ...user, first_name: savedProfile.first_name, last_name: savedProfile.last_name });
      setSaved({ tone: 'success' });
    } catch (error) {
      setSaved({ tone: 'error', error });
    } finally {
      setBusy(false);
    }
  };
  const getIssue = (name: keyof ProfileNames) =>
    saved?.tone === 'error' && saved.error instanceof ApiError ? saved.error.getIssue(name) : undefined;
  useEffect(() => {
    if (saved?.tone === 'error') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saved]);

  const field = (name: keyof ProfileNames) => ({
    name,
    value: names[name],
    error: getIssue(name),
    maxLength: 100,
    onChange: createChangeHandler(name),
  });
  return (
    <form className="form" ref={form} onSubmit={save} noValidate>
      <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      <div className="form-actions">
        <Button type="submit" isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </div>
      {saved && <SavedNotice saved={saved} onDismiss={() => setSaved(null)} />}
    </form>
  );
}

function SavedNotice({ saved, onDismiss }: { saved: SaveOutcome; onDismiss: () => void }) {
  if (saved.tone === 'success') {
    return (
      <Notice tone="success" onDismiss={onDismiss}>
        Profile updated successfully!
      </Notice>
    );
  }
  if (saved.tone === 'info') return <Notice tone="info">These are your earlier changes. They aren’t saved yet.</Notice>;
  const { error } = saved;
  const isOfField = error instanceof ApiError && error.issues.length > 0;
  return (
    <Notice tone="error">
      <p>Failed to update profile.</p>
      {!isOfField && <p>{formatError(error)}</p>}
    </Notice>
  );
}
