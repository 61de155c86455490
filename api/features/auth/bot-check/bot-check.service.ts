import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';

/** Minimum time in which a human fills in a form (ms). */
const MIN_FILL_MS = 800;
/** A form that was open for longer counts as one without a token: nothing typed into it is refused. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

type FormDeps = Pick<Deps, 'clock' | 'secrets'>;

/** `person`: from one of our forms. `bare`: from a client without one. `bot`: filled in what nobody sees. */
export type BotCheckResult = 'person' | 'bare' | 'bot';

/** A signed time, fetched when a form is opened. */
export function issueFormToken({ clock, secrets }: FormDeps): string {
  const now = clock.now();
  return createSignedToken(secrets, { purpose: 'form', value: String(now), expiresAt: now + MAX_AGE_MS });
}

/**
 * Judges who filled in a form. A `bot` is to be answered as if all went well.
 * @throws validation_failed for a token that is forged, or too young for a person.
 */
export function checkForBot(
  deps: FormDeps,
  fields: { website?: string | null | undefined; formToken?: string | null | undefined },
): BotCheckResult {
  if (fields.website) return 'bot';
  if (!fields.formToken) return 'bare';
  const now = deps.clock.now();
  const token = verifySignedToken(deps.secrets, fields.formToken, { purpose: 'form', now });
  if (!token) throw invalidFieldError('formToken', 'This form is not valid. Please reload the page and try again.');
  if (now - Number(token.value) < MIN_FILL_MS)
    throw invalidFieldError('formToken', 'That was very quick. Please press the button once more.');
  return token.isExpired ? 'bare' : 'person';
}
