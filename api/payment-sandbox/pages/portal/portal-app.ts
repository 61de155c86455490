import { type Context, Hono } from 'hono';
import { StripeError } from '../../http/errors.ts';
import { productName } from '../../billing/invoices/lines.ts';
import { replaceCard, type CardEntry } from '../../billing/portal.ts';
import { replaceTaxNumber, saveBillingDetails } from '../../billing/taxes/billing-details.ts';
import type { PortalSession } from '../../objects/pages.ts';
import { isEnded } from '../../objects/subscription.ts';
import type { Transaction } from '../../state/transaction.ts';
import { readBillingForm } from '../billing-form.ts';
import { readCardForm } from '../card-form.ts';
import { challengePage } from '../challenge-page.ts';
import { messagePage, notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { portalCardPage, portalDetailsPage, portalPage, portalPath, type PortalView } from './portal-page.ts';

const VALID_SECONDS = 3600;

/** Sent after the transaction has been saved. */
type Answer = () => Response | Promise<Response>;

/** The customer portal: card, billing details and invoices, and the flow that changes the card and goes back. */
export function createPortalApp({ engine, control, waitForWebhooks }: PageDeps): Hono {
  const app = new Hono();

  /** Runs `work` with what the address names; without it, or when its link is too old, says so. */
  const withView = async (context: Context, work: (view: PortalView, tx: Transaction) => Answer): Promise<Response> => {
    const answer = await engine.run((tx): Answer => {
      const view = readView(tx, context.req.param('id') ?? '');
      if (view === null) return () => sendPage(context, notFoundPage(), 404);
      if (view.session.created + VALID_SECONDS < tx.now()) {
        return () => sendPage(context, expiredPage(view.session), 404);
      }
      return work(view, tx);
    });
    return answer();
  };

  const save = (context: Context, payment: CardEntry) =>
    withView(context, ({ session, features }, tx): Answer => {
      // A card that comes back from the bank is the one that was entered: it belongs to nobody yet.
      const isFree = 'card' in payment || tx.find('payment_method', payment.paymentMethod)?.customer === null;
      if (!features.payment_method_update.enabled || !isFree) return () => sendPage(context, notFoundPage(), 404);
      const change = replaceCard(tx, session.customer ?? '', payment);
      if (change.status === 'complete') {
        return async () => {
          await waitForWebhooks();
          return context.redirect(session.flow?.after_completion.redirect.return_url ?? portalPath(session), 303);
        };
      }
      if (change.status === 'declined') {
        return () => sendPage(context, portalCardPage(session, { error: change.decline.message }), 402);
      }
      const path = portalPath(session, `/challenge?payment_method=${change.paymentMethod}`);
      return () => context.redirect(path, 303);
    });

  app.get('/portal/:id', (context) =>
    withView(
      context,
      (view) => () =>
        view.session.flow
          ? context.redirect(portalPath(view.session, '/card'), 303)
          : sendPage(context, portalPage(view)),
    ),
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
    const entry = readCardForm(await context.req.parseBody(), control.now());
    if (!('error' in entry)) return save(context, entry);
    return withView(
      context,
      ({ session }) =>
        () =>
          sendPage(context, portalCardPage(session, entry), 402),
    );
  });
  app.get('/portal/:id/details', (context) =>
    withView(context, (view) =>
      view.features.customer_update.enabled
        ? () => sendPage(context, portalDetailsPage(view.session, toBillingValues(view)))
        : () => sendPage(context, notFoundPage(), 404),
    ),
  );
  app.post('/portal/:id/details', async (context) => {
    const details = readBillingForm(await context.req.parseBody());
    return withView(context, (view, tx) => {
      const { session, customer, features } = view;
      if (!features.customer_update.enabled) return () => sendPage(context, notFoundPage(), 404);
      try {
        saveBillingDetails(tx, customer.id, details);
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        const { message } = error.body;
        return () => sendPage(context, portalDetailsPage(session, toBillingValues(view), message), 400);
      }
      replaceTaxNumber(tx, customer.id, details.taxNumber ?? '');
      return async () => {
        await waitForWebhooks();
        return context.redirect(portalPath(session), 303);
      };
    });
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
    const authentication = outcome === 'passed' ? 'passed' : 'failed';
    return save(context, { paymentMethod: String(paymentMethod), authentication });
  });
  return app;
}

const toBillingValues = ({ customer: { address, name }, taxNumber }: PortalView) => ({ address, name, taxNumber });

/** What the portal of a session shows; null when there is none, or its customer was deleted. */
function readView(tx: Transaction, id: string): PortalView | null {
  const session = tx.find('billing_portal.session', id);
  const customer = tx.find('customer', session?.customer);
  if (!session || !customer) return null;
  const subscriptions = tx.list('subscription', (each) => each.customer === customer.id && !isEnded(each));
  const method = subscriptions[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return {
    session,
    customer,
    features: tx.get('billing_portal.configuration', session.configuration).features,
    subscriptions: subscriptions.map((subscription) => ({
      subscription,
      name: subscription.items.data.map(({ price }) => productName(tx, price)).join(', '),
    })),
    card: tx.find('payment_method', method)?.card ?? null,
    taxNumber: tx.list('tax_id', (each) => each.customer === customer.id).at(-1)?.value ?? null,
    invoices: tx.list('invoice', (each) => each.customer === customer.id && each.status !== 'draft').reverse(),
  };
}

const expiredPage = ({ return_url: href }: PortalSession) =>
  messagePage({
    title: 'This link has expired',
    text: 'Open billing again from the website.',
    link: href ? { href, label: 'Back to the website' } : null,
  });
