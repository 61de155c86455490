import { type ChangeEvent, useLayoutEffect, useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { setSessionUser } from '#src/stores/session.ts';

type Props = { user: UserJson; onSaved: (user: UserJson) => void; onSkip?: () => void };
type Names = { firstName: string; lastName: string };

const REQUIRED: Names = { firstName: 'Enter your first name.', lastName: 'Enter your last name.' };
const findMissing = (names: Names): Partial<Names> =>
  Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => names[name as keyof Names].trim() === ''));

/** Asks for both names and saves them to the profile. */
export function UserNameForm({ user, onSaved, onSkip }: Props) {
  const [names, setNames] = useState<Names>({ firstName: user.first_name ?? '', lastName: user.last_name ?? '' });
  const submission = useFormSubmit(
    async () => {
      const { first_name, last_name } = await api.put('/api/profile', { json: names });
      const named = { ...user, first_name, last_name };
      setSessionUser(named);
      onSaved(named);
    },
    () => findMissing(names),
  );
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    submission.form.current?.querySelector('input')?.setAttribute('autofocus', '');
  }, [submission.form]);
  const field = (name: keyof Names) => ({
    name,
    value: names[name],
    error: submission.getIssue(name),
    required: true,
    maxLength: 100,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setNames({ ...names, [name]: event.currentTarget.value }),
  });
  return (
    <form className="form" ref={submission.form} onSubmit={submission.submit} noValidate>
      <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      {submission.error && (
        <Notice tone="error" title="Failed to update profile.">
          {submission.error}
        </Notice>
      )}
      <div className="form-actions">
        {onSkip && (
          <Button variant="secondary" onClick={onSkip}>
            Not now
          </Button>
        )}
        <Button type="submit" isBusy={submission.isBusy} busyLabel="Saving...">
          Save name
        </Button>
      </div>
    </form>
  );
}
