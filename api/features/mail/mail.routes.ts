import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { emailPreviewsResponse } from './mail.contract.ts';
import { listEmailPreviews } from '#api/features/mail/templates/templates.service.ts';

export function mailRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Email', access: 'mail.read' })
    .get(
      '/',
      {
        summary: 'Preview every email with sample data; outside production only',
        answer: emailPreviewsResponse,
        fails: ['not_found'],
      },
      () => ({ mails: listEmailPreviews(deps) }),
    )
    .build();
}
