import { type Context, Hono } from 'hono';
import type { PagePayment } from '../../billing/checkout/page-step.ts';
import { cancelFromPortal, replaceCardFromPortal, resumeFromPortal } from '../../billing/portal/portal-actions.ts';
import type { Feedback } from '../../billing/subscriptions/cancel-flags.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readCardForm } from '../card-form.ts';
import { challengePage } from '../challenge-page.ts';
import { notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { cancelPage, portalCardPage, portalPage, portalPath } from './portal-page.ts';
import { type Answer, createPortalSteps, type PortalSteps } from './portal-steps.ts';
import type { PortalView } from './portal-view.ts';

/** The customer portal: card, cancellation and invoices, and the flows that do one of these and go back. */
export function createPortalApp(deps: PageDeps): Hono {
  const app = new Hono();
  const steps = createPortalSteps(deps);
  app.get('/portal/:id', (context) =>
    steps.withView(context, ({ session, ...view }) => async () => {
      const { flow } = session;
      if (flow?.type === 'payment_method_update') return context.redirect(portalPath(session, '/card'), 303);
      if (flow?.type !== 'subscription_cancel') return sendPage(context, portalPage({ session, ...view }));
      const path = `/subscriptions/${flow.subscription_cancel?.subscription}/cancel`;
      return context.redirect(portalPath(session, path), 303);
    }),
  );
  addCardRoutes(app, deps, steps);
  addSubscriptionRoutes(app, deps, steps);
  return app;
}

function addCardRoutes(app: Hono, deps: PageDeps, steps: PortalSteps): void {
  const save = (context: Context, payment: PagePayment) =>
    steps.withView(context, (view, tx): Answer => {
      const isAllowed = view.configuration.features.payment_method_update.enabled;
      if (!isAllowed || !isFree(tx, payment)) return () => sendPage(context, notFoundPage(), 404);
      return saveCard({ deps, steps, context }, view, { tx, payment });
    });

  app.get('/portal/:id/card', (context) =>
    steps.withView(context, (view) => () => sendPage(context, portalCardPage(view.session))),
  );
  app.post('/portal/:id/card', async (context) => {
    const entry = readCardForm(await context.req.parseBody(), deps.control.now());
    if (!('error' in entry)) return save(context, entry);
    return steps.withView(context, (view) => () => sendPage(context, portalCardPage(view.session, entry), 402));
  });
  app.get('/portal/:id/challenge', (context) =>
    steps.withView(context, ({ session }) => () => {
      const paymentMethod = context.req.query('payment_method') ?? '';
      const action = portalPath(session, '/challenge');
      return sendPage(context, challengePage({ action, paymentMethod, amount: null }));
    }),
  );
  app.post('/portal/:id/challenge', async (context) => {
    const { payment_method: paymentMethod, outcome } = await context.req.parseBody();
    const authentication = outcome === 'passed' ? 'passed' : 'failed';
    return save(context, { paymentMethod: String(paymentMethod), authentication });
  });
}

/** A card that comes back from the bank is the one that was entered: it belongs to nobody yet. */
const isFree = (tx: Transaction, payment: PagePayment): boolean =>
  'card' in payment || tx.find('payment_method', payment.paymentMethod)?.customer === null;

type CardStep = { deps: PageDeps; steps: PortalSteps; context: Context };

function saveCard(
  { deps, steps, context }: CardStep,
  view: PortalView,
  { tx, payment }: { tx: Transaction; payment: PagePayment },
): Answer {
  const change = replaceCardFromPortal({ tx, baseUrl: deps.baseUrl() }, view.session, payment);
  if (change.status === 'complete') return () => steps.finish(context, view);
  if (change.status === 'declined') {
    return () => sendPage(context, portalCardPage(view.session, { error: change.decline.message }), 402);
  }
  const path = portalPath(view.session, `/challenge?payment_method=${change.paymentMethod}`);
  return async () => context.redirect(path, 303);
}

function addSubscriptionRoutes(app: Hono, deps: PageDeps, { withSubscription, finish }: PortalSteps): void {
  const path = '/portal/:id/subscriptions/:subscription';
  app.get(`${path}/cancel`, (context) =>
    withSubscription(context, (view, row) => () => sendPage(context, cancelPage(view, row))),
  );
  app.post(`${path}/cancel`, async (context) => {
    const { feedback } = await context.req.parseBody();
    return withSubscription(context, (view, { subscription }, tx) => {
      const { options } = view.configuration.features.subscription_cancel.cancellation_reason;
      const reason = options.find((option) => option === feedback) as Feedback | undefined;
      cancelFromPortal({ tx, baseUrl: deps.baseUrl() }, view.session, subscription.id, { feedback: reason });
      return () => finish(context, view);
    });
  });
  app.post(`${path}/keep`, (context) =>
    withSubscription(context, (view, { subscription }, tx) => {
      if (subscription.cancel_at) resumeFromPortal(tx, view.session, subscription.id);
      return () => finish(context, view);
    }),
  );
}
