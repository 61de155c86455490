import { type ChangeEvent, type FocusEvent, type RefObject, type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { type FormTokenSource, requestCode } from './request-code.ts';
import type { SignInMode, SignInDetails, SignInProgress } from './sign-in-progress.ts';

type Errors = Partial<Record<keyof SignInDetails, string>>;

type Props = {
  ref: RefObject<HTMLFormElement | null>;
  mode: SignInMode;
  /** The form has the focus, or had it. */
  isStarted: boolean;
  getFormToken: () => FormTokenSource;
  details: SignInDetails;
  onChange: (details: SignInDetails) => void;
  onStart: () => void;
  onBack: () => void;
  onSent: (progress: SignInProgress) => void;
};

/** Who signs in: the address, and on sign-up the names. The button above only leads into the fields. */
export function EmailStep({ ref: element, mode, isStarted, getFormToken, details, onChange, ...on }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const focusFirst = () => element.current?.querySelector('input')?.focus();
  // After the code step, not when the page opens: a phone would put its keyboard over the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isStarted) focusFirst();
  }, []);

  const showErrors = (fieldErrors: Errors) => {
    setErrors(fieldErrors);
    const [first] = Object.keys(fieldErrors);
    element.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = event.currentTarget;
    setFailure(null);
    const missing = validateForm(fields);
    showErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const typed = { ...details, ...readTypedDetails(fields) };
      const website = String(new FormData(fields).get('website') ?? '');
      on.onSent(await requestCode(mode, trimDetails(typed), { website, formToken: await getFormToken().token() }));
    } catch (error) {
      setBusy(false);
      const fieldErrors = toFieldErrors(error);
      if (Object.keys(fieldErrors).length > 0) showErrors(fieldErrors);
      else setFailure(formatError(error));
    }
  };
  const startInField = ({ target }: FocusEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement) on.onStart();
  };
  const field = (name: keyof SignInDetails) => ({
    name,
    value: details[name],
    error: errors[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...details, [name]: event.currentTarget.value }),
  });

  const way = mode === 'login' ? 'Continue with Email' : 'Sign Up with Email';
  return (
    <form className="form" ref={element} onSubmit={send} onFocus={startInField} noValidate aria-label="Your details">
      {isStarted ? (
        <h2 className="way">{way}</h2>
      ) : (
        <Button variant="secondary" className="way" onClick={focusFirst}>
          {way}
        </Button>
      )}
      {failure && <Notice tone="error">{failure}</Notice>}
      {mode === 'signup' && (
        <div className="names">
          <TextField label="First name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
        </div>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...field('email')}
      />
      <div className="form-trap" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="form-actions">
        <Button type="submit" isBusy={isBusy} busyLabel="Sending code...">
          Continue
        </Button>
        {isStarted && (
          <Button variant="quiet" onClick={on.onBack}>
            Back
          </Button>
        )}
      </div>
    </form>
  );
}

/** What was typed before the form could answer. */
export function readTypedDetails(form: HTMLFormElement | null): Partial<SignInDetails> {
  const names = ['firstName', 'lastName', 'email'] as const;
  const fields = form ? new FormData(form) : null;
  return Object.fromEntries(names.flatMap((name) => (fields?.get(name) ? [[name, String(fields.get(name))]] : [])));
}

const trimDetails = (details: SignInDetails): SignInDetails => ({
  email: details.email.trim(),
  firstName: details.firstName.trim(),
  lastName: details.lastName.trim(),
});

/** The browser's validation with our messages, in the order of the fields. */
function validateForm(form: HTMLFormElement): Errors {
  const requiredMessages: Record<keyof SignInDetails, string> = {
    firstName: 'Enter your first name.',
    lastName: 'Enter your last name.',
    email: 'Enter your email address.',
  };
  const errors: Errors = {};
  for (const name of Object.keys(requiredMessages) as (keyof SignInDetails)[]) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) continue;
    if (input.value.trim() === '') errors[name] = requiredMessages[name];
    else if (!input.checkValidity()) errors[name] = 'Enter an email address like name@example.com.';
  }
  return errors;
}

function toFieldErrors(error: unknown): Errors {
  if (!(error instanceof ApiError)) return {};
  const names = ['firstName', 'lastName', 'email'] as const;
  return Object.fromEntries(names.flatMap((name) => (error.getIssue(name) ? [[name, error.getIssue(name)]] : [])));
}
