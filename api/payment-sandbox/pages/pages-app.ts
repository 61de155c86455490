import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { secureHeaders } from 'hono/secure-headers';
import { createCheckoutApp } from './checkout/checkout-app.ts';
import { createHomeApp } from './home/home-app.ts';
import { createInvoiceApp } from './invoices/invoice-app.ts';
import { notFoundPage } from './layout.ts';
import { type PageDeps, sendPage } from './page-context.ts';
import { createPortalApp } from './portal/portal-app.ts';
import { STYLES } from './styles.ts';

/** Everything that a browser opens. A form from another site is refused by its Origin. */
export function createPagesApp(deps: PageDeps): Hono {
  const app = new Hono();
  app.use(
    csrf(),
    secureHeaders({
      // No form-action: it would also stop the redirect to the shop after a payment.
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      // With no-referrer a browser sends no origin with a form.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
  );
  app.get('/sandbox/styles.css', (context) => context.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/', createHomeApp(deps));
  app.route('/', createCheckoutApp(deps));
  app.route('/', createInvoiceApp(deps));
  app.route('/', createPortalApp(deps));
  app.all('*', (context) => sendPage(context, notFoundPage(), 404));
  return app;
}
