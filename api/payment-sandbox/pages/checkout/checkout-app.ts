import { type Context, Hono } from 'hono';
import {
  asksNoCard,
  fillSuccessUrl,
  type PagePayment,
  type PageResult,
  payOnPage,
} from '../../billing/checkout/pay-on-page.ts';
import { changeQuantity, enterBillingDetails, enterPromotionCode } from '../../billing/checkout/sessions-api.ts';
import { PREFILLED } from '../../billing/taxes/billing-details.ts';
import { readBillingForm } from '../billing-form.ts';
import { StripeError } from '../../http/errors.ts';
import { productName } from '../../billing/invoices/lines.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import type { Transaction } from '../../state/transaction.ts';
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
      const record = tx.get('sandbox.checkout', session.id);
      const price = tx.get('price', record.price);
      const payer = tx.find('customer', session.customer);
      const [taxId] = tx.list('tax_id', (each) => each.customer === session.customer);
      const customer = {
        address: payer?.address ?? null,
        name: payer?.name ?? null,
        taxNumber: taxId?.value ?? null,
      };
      const code = tx.find('promotion_code', record.discount?.promotionCode)?.code ?? null;
      const [name, email] = [productName(tx, price), payer?.email ?? ''];
      return checkoutPage({ session, price, name, record, code, email, customer, problem });
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
    const result = await engine.run((tx) => tryPaying(tx, session.id, payment));
    if ('refusal' in result) return show(context, session, { error: result.refusal });
    if (result.status === 'declined') return show(context, result.session, { error: result.decline.message });
    if (result.status === 'requires_action') {
      return context.redirect(`/checkout/${session.id}/challenge?payment_method=${result.paymentMethod}`, 303);
    }
    await deps.waitForWebhooks();
    return context.redirect(result.redirectUrl, 303);
  };

  /** What Stripe refuses, such as a second currency of the customer, stands on the page. */
  const tryPaying = (tx: Transaction, id: string, payment: PagePayment): PageResult | { refusal: string } => {
    try {
      const session = tx.get('checkout.session', id);
      if (session.automatic_tax.status === 'requires_location_inputs') enterBillingDetails(tx, session, PREFILLED);
      return payOnPage({ tx, baseUrl: deps.baseUrl() }, id, payment);
    } catch (error) {
      if (!(error instanceof StripeError) || error.keepsChanges) throw error;
      tx.discard();
      return { refusal: error.body.message };
    }
  };

  app.get('/checkout/:id', async (context) => {
    const session = await findOpen(context);
    return session instanceof Response ? session : show(context, session);
  });
  /** What the payer chooses before paying: a code, or another number. */
  const choose = async (context: Context, change: (tx: Transaction, session: CheckoutSession) => CheckoutSession) => {
    const session = await findOpen(context);
    if (session instanceof Response) return session;
    try {
      await engine.run((tx) => change(tx, tx.get('checkout.session', session.id)));
      return context.redirect(`/checkout/${session.id}`, 303);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return show(context, session, { choiceError: error.body.message });
    }
  };

  app.post('/checkout/:id/code', async (context) => {
    const { code } = await context.req.parseBody();
    return choose(context, (tx, session) => enterPromotionCode(tx, session, String(code ?? '')));
  });
  app.post('/checkout/:id/billing', async (context) => {
    const details = readBillingForm(await context.req.parseBody());
    return choose(context, (tx, session) => enterBillingDetails(tx, session, details));
  });
  app.post('/checkout/:id/quantity', async (context) => {
    const { quantity } = await context.req.parseBody();
    return choose(context, (tx, session) => changeQuantity(tx, session, Number(quantity)));
  });
  app.post('/checkout/:id', async (context) => {
    const session = await findOpen(context);
    if (session instanceof Response) return session;
    if (asksNoCard(session)) return pay(context, session, { card: null });
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
