import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';

/** Minimum time in which a human fills in a form (ms). */
const MIN_FILL_MS = 800;
/** An older token counts as none, so that a form that was open for long is not rejected. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

type FormDeps = Pick<Deps, 'clock' | 'secrets'>;

/** `human`: with a valid form token. `unverified`: without one. `bot`: the honeypot field is filled in. */
export type BotCheckResult = 'human' | 'unverified' | 'bot';

/** A signed timestamp, fetched when a form is opened. */
export function issueFormToken({ clock, secrets }: FormDeps): string {
  const now = clock.now();
  return createSignedToken(secrets, { purpose: 'form', value: String(now), expiresAt: now + MAX_AGE_MS });
}

/**
 * Checks who filled in a form. A `bot` gets the response of a success.
 * @throws validation_failed for a forged token, or one that is too young for a human.
 */
export function checkForBot(
  deps: FormDeps,
  fields: { website?: string | null | undefined; formToken?: string | null | undefined },
): BotCheckResult {
  if (fields.website) return 'bot';
  if (!fields.formToken) return 'unverified';
  const now = deps.clock.now();
  const token = verifySignedToken(deps.secrets, fields.formToken, { purpose: 'form', now });
  if (!token) throw invalidFieldError('formToken', 'This form has expired. Reload the page and try again.');
  const age = now - Number(token.value);
  // One from the future is of a server whose clock is ahead: how long the form was open can't be told.
  if (age >= 0 && age < MIN_FILL_MS) throw invalidFieldError('formToken', 'Wait a moment, then try again.');
  return token.isExpired ? 'unverified' : 'human';
}
