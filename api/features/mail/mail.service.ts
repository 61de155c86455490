import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import type { EmailPreviewJson } from './mail.contract.ts';

const sampleData = { productName: 'GenMate', firstName: 'Aroha', entry: 'sample' };

/**
 * Every mail that there is, written from sample data. @throws not_found in production, where nobody needs to see it and
 * the sample links would be ours.
 */
export function listEmailPreviews(deps: Deps): EmailPreviewJson[] {
  if (deps.accounts.isProduction) throw notFoundError('Mails are shown in development only.');
  const samples: Record<EmailKind, Record<string, unknown>> = {
    'sign-in-code': { code: '123456', link: `${deps.site.url}/login/link#sample` },
    'waiting-list-joined': sampleData,
    'waiting-list-invited': sampleData,
  };
  return emailKinds.map((kind) => ({ kind, ...renderEmail(deps, kind, samples[kind]) }));
}
