import { databaseFile } from '#db/client.ts';
import type { Env } from './env.ts';

/** What an operator should know of these settings, which are valid: sentences for the log of the start. */
export function listStartWarnings(env: Pick<Env, 'NODE_ENV' | 'ADMIN_EMAILS' | 'DATABASE_URL'>): string[] {
  const warnings: string[] = [];
  if (env.NODE_ENV === 'production' && env.ADMIN_EMAILS.length === 0)
    warnings.push('ADMIN_EMAILS is empty: no one can become an admin. Set it to your address, and start again.');
  if (databaseFile(env.DATABASE_URL) === null)
    warnings.push(
      'DATABASE_URL is a database server: only one server of this site may use it at a time. Nothing stops a second one, which would send emails and webhooks twice and overwrite releases. Stop the old server before you start a new one.',
    );
  return warnings;
}
