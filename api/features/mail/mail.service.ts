import { emailKinds } from '#api/domain/enums.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { renderSampleEmail } from '#api/features/mail/templates/templates.service.ts';
import type { EmailPreviewJson } from './mail.contract.ts';

/**
 * Every mail that there is, written from sample data. @throws not_found in production, where nobody needs to see it and
 * the sample links would be ours.
 */
export function listEmailPreviews(deps: Deps): EmailPreviewJson[] {
  if (deps.accounts.isProduction) throw notFoundError('Mails are shown in development only.');
  return emailKinds.map((kind) => ({ kind, ...renderSampleEmail(deps, kind) }));
}
