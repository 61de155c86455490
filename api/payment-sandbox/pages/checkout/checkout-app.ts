import { type Context, Hono } from 'hono';
import { fillSuccessUrl, type PagePayment, type PageResult, payOnPage } from '../../billing/checkout.ts';
import { productName } from '../../billing/invoices/lines.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import { readCardForm } from '../card-form.ts';
import { challengePage } from '../challenge-page.ts';
import { formatAmount } from '../format.ts';
import { notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { checkoutPage, closedSessionPage, type Problem } from './checkout-page.ts';

/** The hosted page of a checkout session, and the bank's page behind it. */
export function createCheckoutApp(deps: PageDeps): Hono {
  const app = new Hono();
  const { engine } = deps;

  const show = async (context: Context, session: CheckoutSession, problem?: Problem): Promise<Response> => {
    const page = await engine.run((tx) => {
      const { price: priceId, quantity } = tx.get('sandbox.checkout', session.id);
      const price = tx.get('price', priceId);
      const email = tx.find('customer', session.customer)?.email ?? '';
      return checkoutPage({ session, price, name: productName(tx, price), quantity, email, problem });
    });
    return sendPage(context, page, problem ? 402 : 200);
  };

  /** The session while it is open; otherwise the page that says why it is not. */
  const findOpen = async (context: Context): Promise<CheckoutSession | Response> => {
    // What is due runs first: a session may have expired by now.
    const session = await engine.run((tx) => tx.find('checkout.session', context.req.param('id')));
    if (!session) return sendPage(context, notFoundPage(), 404);
    if (session.status !== 'open') return sendPage(context, closedSessionPage(session, fillSuccessUrl(session)));
    return session;
  };

  const pay = async (context: Context, session: CheckoutSession, payment: PagePayment): Promise<Response> => {
    const result: PageResult = await engine.run((tx) =>
      payOnPage({ tx, baseUrl: deps.baseUrl() }, session.id, payment),
    );
    if (result.status === 'declined') return show(context, result.session, { error: result.decline.message });
    if (result.status === 'requires_action') {
      return context.redirect(`/checkout/${session.id}/challenge?payment_method=${result.paymentMethod}`, 303);
    }
    await deps.waitForWebhooks();
    return context.redirect(result.redirectUrl, 303);
  };

  app.get('/checkout/:id', async (context) => {
    const session = await findOpen(context);
    return session instanceof Response ? session : show(context, session);
  });
  app.post('/checkout/:id', async (context) => {
    const session = await findOpen(context);
    if (session instanceof Response) return session;
    const entry = readCardForm(await context.req.parseBody(), deps.control.now());
    return 'error' in entry ? show(context, session, entry) : pay(context, session, entry);
  });
  app.get('/checkout/:id/challenge', async (context) => {
    const session = await findOpen(context);
    if (session instanceof Response) return session;
    const amount = formatAmount(session.amount_total ?? 0, session.currency);
    const paymentMethod = context.req.query('payment_method') ?? '';
    return sendPage(context, challengePage({ action: `/checkout/${session.id}/challenge`, paymentMethod, amount }));
  });
  app.post('/checkout/:id/challenge', async (context) => {
    const session = await findOpen(context);
    if (session instanceof Response) return session;
    const { payment_method: paymentMethod, outcome } = await context.req.parseBody();
    // The card that was entered before: it belongs to nobody yet.
    const method = engine.store.get('payment_method', String(paymentMethod));
    if (method?.customer !== null) return sendPage(context, notFoundPage(), 404);
    const authentication = outcome === 'passed' ? 'passed' : 'failed';
    return pay(context, session, { paymentMethod: method.id, authentication });
  });
  return app;
}
