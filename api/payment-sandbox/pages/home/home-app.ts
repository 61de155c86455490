import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { addMonths } from '../../billing/periods.ts';
import { FAULT_KINDS } from '../../http/faults.ts';
import { StripeError } from '../../http/errors.ts';
import type { Kind } from '../../state/kinds.ts';
import { DELIVERY_FLAWS } from '../../webhooks/payload.ts';
import { notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { homePage } from './home-page.ts';

const milliseconds = z.coerce.number().int().min(0).max(600_000).optional();
const emptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const clockSchema = z.union([
  z.object({ step: z.enum(['hour', 'day', 'month']) }),
  // A form sends a date without a zone: it means UTC.
  z.object({
    time: z.iso.datetime({ local: true }).transform((time) => Date.parse(`${time.replace(/Z$/, '')}Z`) / 1000),
  }),
  z.object({ to: z.coerce.number().int() }),
]);
const deliverySchema = z.object({
  mode: z.enum(['auto', 'hold']),
  delayMs: milliseconds,
  duplicate: z.coerce.number().int().min(0).max(100).optional(),
  shuffle: z.union([z.boolean(), z.literal('true').transform(() => true)]).optional(),
  seed: z.coerce.number().int().optional(),
  parallel: z.coerce.number().int().min(1).max(100).optional(),
  flaw: emptyAsMissing(z.enum(DELIVERY_FLAWS).optional()),
});
const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  method: emptyAsMissing(z.enum(['GET', 'POST', 'DELETE']).optional()),
  path: emptyAsMissing(z.string().max(200).optional()),
  times: z.coerce.number().int().min(1).max(1000).default(1),
  delayMs: milliseconds,
});
const paySchema = z.object({
  session: z.string(),
  card: z.string(),
  email: z.string().optional(),
  name: z.string().optional(),
  authentication: z.enum(['passed', 'failed']).optional(),
});
const deliverSchema = z.object({ order: z.array(z.string()).optional() });

/** The sandbox's own page, and its controls: forms of the page come back to it, JSON is answered with JSON. */
export function createHomeApp({ engine, control }: PageDeps): Hono {
  const app = new Hono();

  const action = <T extends z.ZodType>(
    path: string,
    schema: T,
    run: (input: z.output<T>, context: Context) => unknown,
  ) =>
    app.post(path, async (context) => {
      const isJson = context.req.header('content-type')?.startsWith('application/json') ?? false;
      const parsed = schema.safeParse(isJson ? await context.req.json() : await context.req.parseBody());
      const problem = parsed.success ? null : z.prettifyError(parsed.error);
      const result = parsed.success ? await Promise.try(run, parsed.data, context).catch(describeProblem) : { problem };
      const failed = hasProblem(result) ? result.problem : null;
      if (isJson)
        return failed === null ? context.json({ result: result ?? null }) : context.json({ error: failed }, 400);
      if (failed === null) return context.redirect('/', 303);
      return sendPage(context, homePage(control, { text: failed, isProblem: true }), 400);
    });

  app.get('/', async (context) => {
    // What is due runs first, so that the page shows the state as it is now.
    await engine.runDueWork();
    return sendPage(context, homePage(control, null));
  });
  app.get('/sandbox/clock', (context) => context.json({ now: control.now() }));
  app.get('/sandbox/objects/:kind{[a-z_]+(\\.[a-z_]+)?}', (context) => {
    const kind = context.req.param('kind');
    // Records of the sandbox itself hold secrets and card numbers.
    return kind.startsWith('sandbox.')
      ? sendPage(context, notFoundPage(), 404)
      : context.json(control.list(kind as Kind));
  });
  action('/sandbox/clock', clockSchema, (input) => control.advanceTo(readTarget(input, control.now())));
  action('/sandbox/delivery', deliverySchema, control.setDelivery);
  action('/sandbox/deliver', deliverSchema, ({ order }) => control.deliverHeld(order));
  action('/sandbox/delivered', z.object({}), control.whenDelivered);
  action('/sandbox/events/:id/send', z.object({}), (_input, context) =>
    control.sendEvent(context.req.param('id') ?? ''),
  );
  action('/sandbox/faults', faultSchema, ({ method, path, ...fault }) =>
    control.setFault({ match: { method, path }, ...fault }),
  );
  action('/sandbox/faults/clear', z.object({}), control.clearFaults);
  action('/sandbox/pay', paySchema, ({ session, ...payer }) => control.pay(session, payer));
  return app;
}

function readTarget(input: z.output<typeof clockSchema>, now: number): number {
  if ('to' in input) return input.to;
  if ('time' in input) return input.time;
  if (input.step === 'month') return addMonths(now, 1);
  return now + (input.step === 'hour' ? 3600 : 86_400);
}

const hasProblem = (result: unknown): result is { problem: string } =>
  typeof result === 'object' && result !== null && 'problem' in result;

/** What the user of a control got wrong; anything else is a defect and fails the request. */
function describeProblem(error: unknown): { problem: string } {
  if (error instanceof RangeError || error instanceof StripeError) return { problem: error.message };
  throw error;
}
