import type { Env } from './env.ts';

/** What an operator should know of these settings, which are valid: sentences for the log of the start. */
export function listStartWarnings(env: Pick<Env, 'NODE_ENV' | 'ADMIN_EMAILS'>): string[] {
  const warnings: string[] = [];
  if (env.NODE_ENV === 'production' && env.ADMIN_EMAILS.length === 0)
    warnings.push('ADMIN_EMAILS is empty: no one can become an admin. Set it to your address, and start again.');
  return warnings;
}
