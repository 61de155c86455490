import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { addMissingEvents } from './endpoint-events.service.ts';
import { stripeCheckResponse } from './stripe-check.contract.ts';
import { getStripeCheck } from './stripe-check.service.ts';

const tag = 'Billing (admin)';

export function stripeCheckRoutes(deps: Deps) {
  const canRead = requirePermission(deps, 'billing.read');
  const canManage = requirePermission(deps, 'billing.manage');
  return new Hono()
    .get(
      '/',
      canRead,
      documentRoute({ summary: 'Get the last check of the account at Stripe', tag, ok: stripeCheckResponse }),
      async (context) => context.json(await getStripeCheck(deps)),
    )
    .post(
      '/',
      canRead,
      documentRoute({
        summary: 'Check the account at Stripe now. It reads only; its lines come one by one with the GET',
        tag,
        ok: stripeCheckResponse,
      }),
      async (context) => {
        await deps.stripeCheck.begin();
        return context.json(await getStripeCheck(deps));
      },
    )
    .post(
      '/events',
      canManage,
      documentRoute({
        summary: 'Add the events that the endpoint at Stripe lacks',
        tag,
        ok: stripeCheckResponse,
        fails: ['conflict'],
      }),
      async (context) => {
        await addMissingEvents(deps, context.var.caller.user.id);
        return context.json(await getStripeCheck(deps));
      },
    );
}
