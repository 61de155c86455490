import { type Env, isDatabaseServer } from './env.ts';

/** What an operator should know of these settings, which are valid: sentences for the log of the start. */
export function listStartWarnings(env: Pick<Env, 'NODE_ENV' | 'ADMIN_EMAILS' | 'DATABASE_URL' | 'SMTP_URL'>): string[] {
  const warnings: string[] = [];
  if (env.NODE_ENV === 'production' && env.ADMIN_EMAILS.length === 0)
    warnings.push('ADMIN_EMAILS is empty: no one can become an admin. Set it to your address, and start again.');
  if (isDatabaseServer(env) && env.SMTP_URL === undefined)
    warnings.push(
      'SMTP_URL is empty: each email is saved as a file in DATA_DIR/outbox of the server that sends it. With several servers, look on each.',
    );
  return warnings;
}
