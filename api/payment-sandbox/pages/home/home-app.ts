import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { addMonths } from '../../billing/periods.ts';
import { FAULT_KINDS } from '../../http/faults.ts';
import { DELIVERY_FLAWS } from '../../webhooks/payload.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { homePage } from './home-page.ts';

const milliseconds = z.coerce.number().int().min(0).max(600_000);
const emptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const clockSchema = z.union([
  z.object({ step: z.enum(['hour', 'day', 'month']) }),
  // A form sends a date without a zone: it means UTC.
  z.object({
    time: z.iso.datetime({ local: true }).transform((time) => Date.parse(`${time.replace(/Z$/, '')}Z`) / 1000),
  }),
]);
const deliverySchema = z.object({
  mode: z.enum(['auto', 'hold']),
  delayMs: milliseconds,
  duplicate: z.coerce.number().int().min(0).max(100),
  shuffle: z
    .literal('true')
    .transform(() => true)
    .optional(),
  flaw: emptyAsMissing(z.enum(DELIVERY_FLAWS).optional()),
});
const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  method: emptyAsMissing(z.enum(['GET', 'POST', 'DELETE']).optional()),
  path: emptyAsMissing(z.string().max(200).optional()),
  times: z.coerce.number().int().min(1).max(1000),
  delayMs: milliseconds,
});

/** The sandbox's own page, and the forms of its controls, which come back to it. */
export function createHomeApp({ engine, control }: PageDeps): Hono {
  const app = new Hono();

  const action = <T extends z.ZodType>(
    path: string,
    schema: T,
    run: (input: z.output<T>, context: Context) => unknown,
  ) =>
    app.post(path, async (context) => {
      const parsed = schema.safeParse(await context.req.parseBody());
      const problem = parsed.success
        ? await Promise.try(run, parsed.data, context).then(() => null, describeProblem)
        : z.prettifyError(parsed.error);
      return problem === null ? context.redirect('/', 303) : sendPage(context, homePage(control, problem), 400);
    });

  app.get('/', async (context) => {
    // What is due runs first, so that the page shows the state as it is now.
    await engine.runDueWork();
    return sendPage(context, homePage(control));
  });
  action('/sandbox/clock', clockSchema, (input) => control.advanceTo(readTarget(input, control.now())));
  action('/sandbox/delivery', deliverySchema, control.setDelivery);
  action('/sandbox/deliver', z.object({}), () => control.deliverHeld());
  action('/sandbox/events/:id/send', z.object({}), (_input, context) =>
    control.sendEvent(context.req.param('id') ?? ''),
  );
  action('/sandbox/faults', faultSchema, ({ method, path, ...fault }) =>
    control.setFault({ match: { method, path }, ...fault }),
  );
  action('/sandbox/faults/clear', z.object({}), control.clearFaults);
  return app;
}

function readTarget(input: z.output<typeof clockSchema>, now: number): number {
  if ('time' in input) return input.time;
  if (input.step === 'month') return addMonths(now, 1);
  return now + (input.step === 'hour' ? 3600 : 86_400);
}

/** What the user of a control got wrong; anything else is a defect and fails the request. */
function describeProblem(error: unknown): string {
  if (error instanceof RangeError) return error.message;
  throw error;
}
