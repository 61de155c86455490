import { type Context, Hono } from 'hono';
import { collectInvoice } from '../../billing/invoices/collect-invoice.ts';
import type { PayOutcome } from '../../billing/invoices/pay-invoice.ts';
import type { Invoice } from '../../objects/invoice.ts';
import { attachPaymentMethod, type CardInput, createPaymentMethod, getCard } from '../../cards/payment-methods.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readCardForm } from '../card-form.ts';
import { challengePage } from '../challenge-page.ts';
import { formatAmount } from '../format.ts';
import { notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { invoicePage, type InvoiceView, printableInvoice, receiptPage } from './invoice-page.ts';

type Payment = { paymentMethod: string; authentication?: 'passed' | 'failed' };

/** The hosted invoice with its payment, the invoice to print, and receipts. */
export function createInvoiceApp(deps: PageDeps): Hono {
  const app = new Hono();
  const { engine, seller } = deps;
  const find = (context: Context) => engine.run((tx) => tx.find('invoice', context.req.param('id')));

  const view = (invoice: Invoice): InvoiceView => ({
    invoice,
    taxes: invoice.total_taxes.map((tax) => ({
      ...tax,
      rate: engine.store.get('tax_rate', tax.tax_rate_details?.tax_rate ?? ''),
    })),
  });

  /** Pays an open invoice; one that is paid meanwhile is only shown. */
  const pay = async (context: Context, invoice: Invoice, choose: (tx: Transaction) => Payment): Promise<Response> => {
    const outcome = await engine.run((tx) => {
      const current = tx.get('invoice', invoice.id);
      if (current.status !== 'open') return null;
      const payment = choose(tx);
      const options = { ...payment, isOffSession: false };
      return { ...payment, result: collectInvoice({ tx, baseUrl: deps.baseUrl() }, current, options) };
    });
    if (outcome === null || outcome.result.status === 'paid') {
      await deps.waitForWebhooks();
      return context.redirect(`/invoices/${invoice.id}`, 303);
    }
    if (outcome.result.payment?.status === 'requires_action') {
      return context.redirect(`/invoices/${invoice.id}/challenge?payment_method=${outcome.paymentMethod}`, 303);
    }
    const problem = { error: describeFailure(outcome.result) };
    return sendPage(context, invoicePage(view(outcome.result.invoice), seller(), problem), 402);
  };

  app.get('/invoices/:id', async (context) => {
    const invoice = await find(context);
    return invoice ? sendPage(context, invoicePage(view(invoice), seller())) : sendPage(context, notFoundPage(), 404);
  });
  app.post('/invoices/:id', async (context) => {
    const invoice = await find(context);
    if (!invoice) return sendPage(context, notFoundPage(), 404);
    const entry = readCardForm(await context.req.parseBody(), deps.control.now());
    if ('error' in entry) return sendPage(context, invoicePage(view(invoice), seller(), entry), 402);
    return pay(context, invoice, (tx) => ({ paymentMethod: saveCard(tx, invoice, entry.card) }));
  });
  app.get('/invoices/:id/challenge', async (context) => {
    const invoice = await find(context);
    if (!invoice) return sendPage(context, notFoundPage(), 404);
    return sendPage(
      context,
      challengePage({
        action: `/invoices/${invoice.id}/challenge`,
        paymentMethod: context.req.query('payment_method') ?? '',
        amount: formatAmount(invoice.amount_remaining, invoice.currency),
      }),
    );
  });
  app.post('/invoices/:id/challenge', async (context) => {
    const invoice = await find(context);
    const { payment_method: paymentMethod, outcome } = await context.req.parseBody();
    const method = engine.store.get('payment_method', String(paymentMethod));
    if (!invoice || !method || method.customer !== invoice.customer) return sendPage(context, notFoundPage(), 404);
    return pay(context, invoice, () => ({
      paymentMethod: method.id,
      authentication: outcome === 'passed' ? 'passed' : 'failed',
    }));
  });
  app.get('/invoices/:id/pdf', async (context) => {
    const invoice = await find(context);
    return invoice
      ? sendPage(context, printableInvoice(view(invoice), seller()))
      : sendPage(context, notFoundPage(), 404);
  });
  app.get('/receipts/:id', (context) => {
    const charge = engine.store.get('charge', context.req.param('id'));
    if (!charge) return sendPage(context, notFoundPage(), 404);
    const card = engine.store.get('payment_method', charge.payment_method ?? '')?.card;
    return sendPage(context, receiptPage(charge, seller(), card));
  });
  return app;
}

/** A card that cannot be saved is declined when it is charged; every other one is saved for its customer. */
function saveCard(tx: Transaction, { customer }: Invoice, card: CardInput): string {
  const method = createPaymentMethod(tx, card);
  if (getCard(tx, method.id).refusesAttach) return method.id;
  tx.emit('payment_method.attached', attachPaymentMethod(tx, method.id, customer));
  return method.id;
}

const describeFailure = ({ payment }: Extract<PayOutcome, { status: 'failed' }>): string =>
  payment?.status === 'failed' ? payment.decline.message : 'The payment didn’t go through.';
