import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe } from '../../http/openapi.ts';
import { adminOnly } from '../../middleware/access.ts';
import { mailPreviews } from './mail.contract.ts';
import { listMailPreviews } from './mail.service.ts';

export function mailRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    adminOnly(deps),
    describe({
      summary: 'Every mail that there is, written from sample data; outside production only',
      tag: 'Mail',
      ok: mailPreviews,
      fails: ['unauthenticated', 'forbidden', 'not_found'],
    }),
    (context) => context.json({ mails: listMailPreviews(deps) }),
  );
}
