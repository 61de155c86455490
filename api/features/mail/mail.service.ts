import { type MailKind, mailKinds } from '#api/domain/enums.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import { compose } from '#api/features/mail/templates/templates.service.ts';
import type { MailPreview } from './mail.contract.ts';

const samplePerson = { productName: 'GenMate', firstName: 'Aroha', entry: 'sample' };

/**
 * Every mail that there is, written from sample data. @throws not_found in production, where nobody needs to see it and
 * the sample links would be ours.
 */
export function listMailPreviews(deps: Deps): MailPreview[] {
  if (deps.accounts.isProduction) throw notFound('Mails are shown in development only.');
  const samples: Record<MailKind, Record<string, unknown>> = {
    'sign-in-code': { code: '123456', link: `${deps.site.url}/login/link#sample` },
    'waiting-list-joined': samplePerson,
    'waiting-list-invited': samplePerson,
  };
  return mailKinds.map((kind) => ({ kind, ...compose(deps, kind, samples[kind]) }));
}
