import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { emailPreviewsResponse } from './mail.contract.ts';
import { listEmailPreviews } from '#api/features/mail/templates/templates.service.ts';

export function mailRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    requirePermission(deps, 'mail.read'),
    documentRoute({
      summary: 'Every mail that there is, written from sample data; outside production only',
      tag: 'Mail',
      ok: emailPreviewsResponse,
      fails: ['not_found'],
    }),
    (context) => context.json({ mails: listEmailPreviews(deps) }),
  );
}
