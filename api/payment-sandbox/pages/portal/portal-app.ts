import { type Context, Hono } from 'hono';
import {
  type CardChange,
  cancelFromPortal,
  replaceCardFromPortal,
  resumeFromPortal,
} from '../../billing/portal/portal-actions.ts';
import type { PagePayment } from '../../billing/checkout/complete-session.ts';
import type { Feedback } from '../../billing/subscriptions/cancel-flags.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readCardForm } from '../card-form.ts';
import { challengePage } from '../challenge-page.ts';
import { messagePage, notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { cancelPage, portalCardPage, portalPage, portalPath } from './portal-page.ts';
import { canChange, type PortalView, readView } from './portal-view.ts';

const VALID_SECONDS = 3600;

/** Sent after the transaction has been saved. */
type Answer = () => Promise<Response>;

/** The customer portal: card, cancellation and invoices, and the flows that do one of these and go back. */
export function createPortalApp(deps: PageDeps): Hono {
  const app = new Hono();
  const { engine } = deps;

  /** Runs `work` with what the address names; without it, or when its link is too old, says so. */
  const withView = async (context: Context, work: (view: PortalView, tx: Transaction) => Answer): Promise<Response> => {
    const answer = await engine.run((tx): Answer => {
      const view = readView(tx, context.req.param('id') ?? '');
      if (view === null) return () => sendPage(context, notFoundPage(), 404);
      if (view.session.created + VALID_SECONDS < tx.now()) return () => sendPage(context, expiredPage(view), 404);
      return work(view, tx);
    });
    return answer();
  };

  const withSubscription = (
    context: Context,
    work: (view: PortalView, row: PortalView['subscriptions'][number], tx: Transaction) => Answer,
  ) =>
    withView(context, (view, tx) => {
      const row = view.subscriptions.find(({ subscription }) => subscription.id === context.req.param('subscription'));
      const isAllowed = view.configuration.features.subscription_cancel.enabled && row && canChange(row.subscription);
      return isAllowed ? work(view, row, tx) : () => sendPage(context, notFoundPage(), 404);
    });

  /** After a change: where the flow says, or the portal again. */
  const finish = async (context: Context, { session }: PortalView): Promise<Response> => {
    await deps.waitForWebhooks();
    const after = session.flow?.after_completion;
    if (after?.type === 'redirect')
      return context.redirect(after.redirect?.return_url ?? session.return_url ?? '/', 303);
    if (after?.type !== 'hosted_confirmation') return context.redirect(portalPath(session), 303);
    const text = after.hosted_confirmation?.custom_message ?? 'Your billing details are up to date.';
    const link = session.return_url ? { href: session.return_url, label: 'Continue' } : null;
    return sendPage(context, messagePage({ title: 'All done', text, link }));
  };

  const saveCard = (context: Context, payment: PagePayment) =>
    withView(context, (view, tx) => {
      if (!view.configuration.features.payment_method_update.enabled)
        return () => sendPage(context, notFoundPage(), 404);
      const change: CardChange = replaceCardFromPortal({ tx, baseUrl: deps.baseUrl() }, view.session, payment);
      if (change.status === 'complete') return () => finish(context, view);
      if (change.status === 'declined') {
        return () => sendPage(context, portalCardPage(view.session, { error: change.decline.message }), 402);
      }
      const path = portalPath(view.session, `/challenge?payment_method=${change.paymentMethod}`);
      return async () => context.redirect(path, 303);
    });

  app.get('/portal/:id', (context) =>
    withView(context, (view) => async () => {
      const { flow } = view.session;
      if (flow?.type === 'payment_method_update') return context.redirect(portalPath(view.session, '/card'), 303);
      if (flow?.type !== 'subscription_cancel') return sendPage(context, portalPage(view));
      const path = `/subscriptions/${flow.subscription_cancel?.subscription}/cancel`;
      return context.redirect(portalPath(view.session, path), 303);
    }),
  );
  app.get('/portal/:id/card', (context) =>
    withView(
      context,
      ({ session }) =>
        () =>
          sendPage(context, portalCardPage(session)),
    ),
  );
  app.post('/portal/:id/card', async (context) => {
    const entry = readCardForm(await context.req.parseBody(), deps.control.now());
    if ('error' in entry)
      return withView(
        context,
        ({ session }) =>
          () =>
            sendPage(context, portalCardPage(session, entry), 402),
      );
    return saveCard(context, entry);
  });
  app.get('/portal/:id/challenge', (context) =>
    withView(context, ({ session }) => () => {
      const paymentMethod = context.req.query('payment_method') ?? '';
      return sendPage(
        context,
        challengePage({ action: portalPath(session, '/challenge'), paymentMethod, amount: null }),
      );
    }),
  );
  app.post('/portal/:id/challenge', async (context) => {
    const { payment_method: paymentMethod, outcome } = await context.req.parseBody();
    const method = engine.store.get('payment_method', String(paymentMethod));
    if (!method) return sendPage(context, notFoundPage(), 404);
    const authentication = outcome === 'passed' ? 'passed' : 'failed';
    return saveCard(context, { paymentMethod: method.id, authentication });
  });
  app.get('/portal/:id/subscriptions/:subscription/cancel', (context) =>
    withSubscription(context, (view, row) => () => sendPage(context, cancelPage(view, row))),
  );
  app.post('/portal/:id/subscriptions/:subscription/cancel', async (context) => {
    const { feedback } = await context.req.parseBody();
    return withSubscription(context, (view, { subscription }, tx) => {
      const { options } = view.configuration.features.subscription_cancel.cancellation_reason;
      const reason = options.find((option) => option === feedback) as Feedback | undefined;
      cancelFromPortal({ tx, baseUrl: deps.baseUrl() }, view.session, subscription.id, { feedback: reason });
      return () => finish(context, view);
    });
  });
  app.post('/portal/:id/subscriptions/:subscription/keep', (context) =>
    withSubscription(context, (view, { subscription }, tx) => {
      if (subscription.cancel_at) resumeFromPortal(tx, view.session, subscription.id);
      return () => finish(context, view);
    }),
  );
  return app;
}

const expiredPage = ({ session }: PortalView) =>
  messagePage({
    title: 'This link has expired',
    text: 'Open billing again from the website.',
    link: session.return_url ? { href: session.return_url, label: 'Back to the website' } : null,
  });
