import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ProfileJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { ApiError, api, wordsOfError } from '#src/lib/api-client.ts';
import { updateUser } from '#src/stores/session.ts';
import { useSession } from '#src/stores/use-session.ts';
import { keepDraft, type Names, readDraft } from './profile-draft.ts';

type Props = { user: UserJson; profile: ProfileJson };
type Saved = { tone: 'success' } | { tone: 'info' } | { tone: 'error'; error: unknown };

const namesOf = ({ first_name, last_name }: ProfileJson): Names => ({
  firstName: first_name ?? '',
  lastName: last_name ?? '',
});

/** First and last name. What is typed outlives a session that ends meanwhile. */
export function PersonalForm({ user, profile }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState(() => readDraft(user.id) ?? namesOf(profile));
  const [saved, setSaved] = useState<Saved | null>(() => (readDraft(user.id) ? { tone: 'info' } : null));
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(names);
  const session = useSession();
  const hasLeft = session.status === 'signed-out' && session.reason === 'left';
  useEffect(() => {
    if (hasLeft) keepDraft(null);
  }, [hasLeft]);

  const type = (name: keyof Names) => (event: FormEvent<HTMLInputElement>) => {
    const typed = { ...names, [name]: event.currentTarget.value };
    latest.current = typed;
    setNames(typed);
    keepDraft({ ...typed, userId: user.id });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setSaved(null);
    try {
      const { email, profile_photo: profilePhoto } = profile;
      const answer = await api.put<ProfileJson>('/api/profile', { ...names, email, profilePhoto });
      if (latest.current === names) {
        // nothing was typed meanwhile
        keepDraft(null);
        latest.current = namesOf(answer);
        setNames(latest.current);
      }
      updateUser({ ...user, first_name: answer.first_name, last_name: answer.last_name });
      setSaved({ tone: 'success' });
    } catch (error) {
      setSaved({ tone: 'error', error });
    } finally {
      setBusy(false);
    }
  };
  const issueOf = (name: keyof Names) =>
    saved?.tone === 'error' && saved.error instanceof ApiError ? saved.error.issueOf(name) : undefined;
  useEffect(() => {
    if (saved?.tone === 'error') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saved]);

  const field = (name: keyof Names) => ({
    name,
    value: names[name],
    error: issueOf(name),
    maxLength: 100,
    onChange: type(name),
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
      {saved && <SavedNotice saved={saved} onGone={() => setSaved(null)} />}
    </form>
  );
}

function SavedNotice({ saved, onGone }: { saved: Saved; onGone: () => void }) {
  if (saved.tone === 'success') {
    return (
      <Notice tone="success" onGone={onGone}>
        Profile updated successfully!
      </Notice>
    );
  }
  if (saved.tone === 'info') return <Notice tone="info">This is what you typed before. It is not saved yet.</Notice>;
  const { error } = saved;
  const isOfField = error instanceof ApiError && error.issues.length > 0;
  return (
    <Notice tone="error">
      <p>Failed to update profile.</p>
      {!isOfField && <p>{wordsOfError(error)}</p>}
    </Notice>
  );
}
