import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { Deps } from './deps.ts';
import { featureWords } from './domain/feature-words.ts';
import { findApiFeature } from './domain/features.ts';
import { entryExportRoutes, userExportRoutes } from './features/account/export/user-export.routes.ts';
import { accountRoutes, profileRoutes, settingsRoutes } from './features/account/account.routes.ts';
import { apiKeyRoutes } from './features/api-keys/api-keys.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authorRoutes } from './features/authors/authors.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { billingCustomerRoutes } from './features/billing/customers/customers.routes.ts';
import { blogRoutes } from './features/blogs/blogs.routes.ts';
import { blogReviewRoutes } from './features/blogs/review/review.routes.ts';
import { createBlogDraftHandlers } from './features/blogs/drafts/drafts.service.ts';
import { categoryRoutes } from './features/categories/categories.routes.ts';
import { clientErrorRoutes } from './features/client-errors/client-errors.routes.ts';
import { cspReportRoutes } from './features/csp-reports/csp-reports.routes.ts';
import { documentRoutes, sectionDocumentRoutes } from './features/documents/documents.routes.ts';
import { complimentaryPlanRoutes } from './features/complimentary-plans/complimentary-plans.routes.ts';
import { createDocumentDraftHandlers } from './features/documents/drafts/drafts.service.ts';
import { draftRoutes, textDraftRoutes } from './features/drafts/drafts.routes.ts';
import { entitlementRoutes } from './features/entitlements/entitlements.routes.ts';
import { firstRunRoutes } from './features/first-run/first-run.routes.ts';
import { healthRoutes, liveRoutes, readyRoutes } from './features/health/health.routes.ts';
import { mailManagerRoutes, suppressedAddressRoutes } from './features/mail/manager/manager.routes.ts';
import { contentExportRoutes } from '#api/features/content-export/content-export.routes.ts';
import { importRoutes } from '#api/features/imports/imports.routes.ts';
import { linkTargetRoutes } from './features/link-targets/link-targets.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { publisherApiRoutes } from './features/openshelf/publisher-api/publisher-api.routes.ts';
import { publisherApiTag } from './features/openshelf/publisher-api/publisher-api.contract.ts';
import { monthClosingRoutes } from './features/month-closing/month-closing.routes.ts';
import { openshelfRoutes } from './features/openshelf/openshelf.routes.ts';
import { documentedWebhooks } from './features/openshelf/webhooks/webhooks.contract.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { previewRoutes, sitePreviewRoutes } from './features/previews/previews.routes.ts';
import { priceMoveRoutes } from './features/price-moves/price-moves.routes.ts';
import { taxMoveRoutes } from './features/tax-moves/tax-moves.routes.ts';
import { productRoutes } from './features/products/products.routes.ts';
import { publishRoutes } from './features/publishes/publishes.routes.ts';
import { purchaseRehearsalRoutes } from './features/purchase-rehearsal/purchase-rehearsal.routes.ts';
import { redirectRoutes } from './features/redirects/redirects.routes.ts';
import { siteSettingsRoutes } from './features/site-settings/site-settings.routes.ts';
import { pageRoutes } from './features/pages/pages.routes.ts';
import { createPageDraftHandlers } from './features/pages/pages.service.ts';
import { createSettingsDraftHandlers } from './features/site-settings/site-settings.service.ts';
import { siteNavigationRoutes } from './features/site-navigation/site-navigation.routes.ts';
import { createNavigationDraftHandlers } from './features/site-navigation/site-navigation.service.ts';
import { promotionCodeRoutes } from './features/promotion-codes/promotion-codes.routes.ts';
import { sitePlanRoutes, siteProductRoutes } from './features/site-catalogue/site-catalogue.routes.ts';
import {
  createPlanDraftHandlers,
  createProductDraftHandlers,
} from './features/site-catalogue/site-catalogue.service.ts';
import { siteChangeRoutes } from './features/site-changes/site-changes.routes.ts';
import { releaseRoutes } from './features/releases/releases.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { productSectionRoutes, sectionRoutes } from './features/sections/sections.routes.ts';
import { stripeCheckRoutes } from './features/stripe-check/stripe-check.routes.ts';
import { documentedSubscriptionWebhooks } from './features/subscription-webhooks/subscription-webhooks.contract.ts';
import { subscriptionWebhookRoutes } from './features/subscription-webhooks/subscription-webhooks.routes.ts';
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts';
import { stripeRoutes } from './features/subscriptions/webhooks/webhooks.routes.ts';
import { tagRoutes } from './features/tags/tags.routes.ts';
import { systemRoutes } from './features/system/system.routes.ts';
import { undoRoutes } from './features/undo/undo.routes.ts';
import { uploadRoutes } from './features/uploads/uploads.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { waitingListRoutes } from './features/waiting-list/waiting-list.routes.ts';
import { ClientGoneError } from './http/client-gone.ts';
import { AppError, conflictError, notFoundError, toResourceError } from './http/errors.ts';
import { createOpenApiDocument } from './http/openapi-document.ts';
import { sendProblem } from './http/problem.ts';
import { isClientDisconnect } from './http/request-body.ts';
import { METRICS_PATH, UPLOADS_API_PATH } from './http/request-paths.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { validationError } from './http/validation.ts';
import { allowAnyone } from './endpoints/access.ts';
import { logRequests } from './http/request-log.ts';
import { RenderError } from './publishing/render/astro-renderer.ts';
import { siteParts } from './site-parts.ts';
import { createOpenApiHandler } from './site/openapi-handler.ts';

/** The template of a page fails for its fields: every preview of them would. */
const NOT_RENDERED = 'This page can’t be shown with what it has now. Take back what you changed last, and try again.';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Drafts come after posts: `/api/blogs/slug/draft` is the post with the slug `draft`, not a draft. */
function createRoutes(deps: Deps) {
  return new Hono()
    .route('/api/health', healthRoutes(deps))
    .route('/api/live', liveRoutes(deps))
    .route('/api/ready', readyRoutes(deps))
    .route(METRICS_PATH, metricsRoutes(deps))
    .route('/api/auth', authRoutes(deps))
    .route('/api/blogs', blogRoutes(deps))
    .route('/api/blogs', blogReviewRoutes(deps))
    .route('/api/blogs', draftRoutes(deps, createBlogDraftHandlers(deps)))
    .route('/api/blogs', textDraftRoutes(deps, createBlogDraftHandlers(deps)))
    .route('/api/blogs', previewRoutes(deps))
    .route('/api/categories', categoryRoutes(deps))
    .route('/api/tags', tagRoutes(deps))
    .route('/api/authors', authorRoutes(deps))
    .route('/api/products', productRoutes(deps))
    .route('/api/products', productSectionRoutes(deps))
    .route('/api/sections', sectionRoutes(deps))
    .route('/api/sections', sectionDocumentRoutes(deps))
    .route('/api/documents', documentRoutes(deps))
    .route('/api/documents', draftRoutes(deps, createDocumentDraftHandlers(deps)))
    .route('/api/documents', textDraftRoutes(deps, createDocumentDraftHandlers(deps)))
    .route('/api/search', searchRoutes(deps))
    .route('/api/profile', profileRoutes(deps))
    .route('/api/settings', settingsRoutes(deps))
    .route('/api/account', accountRoutes(deps))
    .route('/api/waitinglist', waitingListRoutes(deps))
    .route('/api/waitinglist', entryExportRoutes(deps))
    .route('/api/subscriptions', subscriptionRoutes(deps))
    .route('/api/complimentary-plans', complimentaryPlanRoutes(deps))
    .route('/api/stripe', stripeRoutes(deps))
    .route('/api/publishes', publishRoutes(deps))
    .route('/api/releases', releaseRoutes(deps))
    .route('/api/admin/redirects', redirectRoutes(deps))
    .route('/api/admin/settings', siteSettingsRoutes(deps))
    .route('/api/admin/settings', draftRoutes(deps, createSettingsDraftHandlers(deps)))
    .route('/api/admin/navigation', siteNavigationRoutes(deps))
    .route('/api/admin/navigation', draftRoutes(deps, createNavigationDraftHandlers(deps)))
    .route('/api/admin/products', siteProductRoutes(deps))
    .route('/api/admin/products', draftRoutes(deps, createProductDraftHandlers(deps)))
    .route('/api/admin/plans', sitePlanRoutes(deps))
    .route('/api/admin/promotion-codes', promotionCodeRoutes(deps))
    .route('/api/admin/plans', draftRoutes(deps, createPlanDraftHandlers(deps)))
    .route('/api/admin/purchase-rehearsal', purchaseRehearsalRoutes(deps))
    .route('/api/admin/pages', pageRoutes(deps))
    .route('/api/admin/pages', draftRoutes(deps, createPageDraftHandlers(deps)))
    .route('/api/admin/imports', importRoutes(deps))
    .route('/api/admin/content-export', contentExportRoutes(deps))
    .route('/api/admin/site-changes', siteChangeRoutes(deps, siteParts))
    .route('/api/admin/site-changes', sitePreviewRoutes(deps))
    .route('/api/admin/first-run', firstRunRoutes(deps))
    .route('/api/admin/undo', undoRoutes(deps))
    .route('/api/admin/audit', auditRoutes(deps))
    .route('/api/admin/users', userRoutes(deps))
    .route('/api/admin/users', userExportRoutes(deps))
    .route('/api/admin/mails', mailRoutes(deps))
    .route('/api/admin/mail/addresses', suppressedAddressRoutes(deps))
    .route('/api/admin/mail', mailManagerRoutes(deps))
    .route('/api/admin/price-moves', priceMoveRoutes(deps))
    .route('/api/admin/tax-moves', taxMoveRoutes(deps))
    .route('/api/admin/billing', billingRoutes(deps))
    .route('/api/admin/billing/customers', billingCustomerRoutes(deps))
    .route('/api/admin/billing/months', monthClosingRoutes(deps))
    .route('/api/admin/billing/stripe-check', stripeCheckRoutes(deps))
    .route('/api/admin/openshelf', openshelfRoutes(deps))
    .route('/api/v1/publish/openshelf', publisherApiRoutes(deps))
    .route('/api/v1/entitlements', entitlementRoutes(deps))
    .route('/api/admin/api-keys', apiKeyRoutes(deps))
    .route('/api/admin/webhooks', subscriptionWebhookRoutes(deps))
    .route('/api/overview', overviewRoutes(deps))
    .route('/api/admin/link-targets', linkTargetRoutes(deps))
    .route('/api/admin/system', systemRoutes(deps))
    .route(UPLOADS_API_PATH, uploadRoutes(deps))
    .route('/api/csp-report', cspReportRoutes(deps))
    .route('/api/client-errors', clientErrorRoutes(deps));
}

/** The type of every route: the browser's calls are typed by it (`src/lib/api-types.ts`). */
export type AppType = ReturnType<typeof createRoutes>;

/** The same for everybody, so browsers may keep it; every other answer of the API isn’t stored. */
const OPENAPI_PATH = '/api/openapi.json';

/** The whole API over its dependencies; it opens no port, so a test calls `app.request`. */
export function createApp(deps: Deps) {
  const app = new Hono();
  const headers = Object.entries(createSecurityHeaders({ isTls: deps.site.url.startsWith('https:') }));
  app.use(requestId({ limitLength: 64 }), logRequests(deps.log, deps.metrics?.observeRequest));
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of headers) context.header(name, value);
    // Pages that the API renders set their own policy.
    if (!context.res.headers.has('Content-Security-Policy')) {
      context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    if (context.req.path !== OPENAPI_PATH) context.header('Cache-Control', 'no-store');
    if (context.res.headers.get('Content-Type') === 'application/json') {
      context.header('Content-Type', 'application/json; charset=utf-8');
    }
  });
  app.use('/api/*', async (context, next) => {
    const feature = findApiFeature(context.req.path);
    if (feature && !deps.site.settings.features[feature]) throw notFoundError(featureWords[feature].refusal);
    await next();
  });
  const routes = createRoutes(deps);
  app.route('/', routes);
  const createDocument = () =>
    createOpenApiDocument(routes as unknown as Hono, {
      title: `${deps.site.name} API`,
      url: deps.site.url,
      tags: [publisherApiTag],
      webhooks: { ...documentedWebhooks, ...documentedSubscriptionWebhooks },
    });
  app.get(OPENAPI_PATH, allowAnyone, createOpenApiHandler(createDocument));
  app.notFound((context) => {
    const allowed = METHODS.filter((method) => hasHandler(app, method, context.req.path));
    if (allowed.length === 0) return sendProblem(context, notFoundError('Not found. Check the address.'));
    context.header('Allow', allowed.join(', '));
    return sendProblem(context, new AppError('method_not_allowed', `This address only accepts ${allowed.join(', ')}.`));
  });
  app.onError((error, context) => {
    if (error instanceof AppError) return sendProblem(context, error);
    // Hono itself throws these, for a body that is not what its type says.
    if (error instanceof HTTPException && error.status === 400) {
      return sendProblem(context, validationError([{ path: '', message: 'The request body isn’t valid JSON.' }]));
    }
    if (deps.space.recordError(error)) deps.log.error({ err: error }, 'disk full; request refused');
    const resourceError = toResourceError(error);
    if (resourceError) return sendProblem(context, resourceError);
    if (error instanceof ClientGoneError || isClientDisconnect(error, context)) {
      return sendProblem(
        context,
        validationError([{ path: '', message: 'The request wasn’t sent in full. Try again.' }]),
      );
    }
    deps.log.error({ err: error, request_id: context.get('requestId') }, 'request failed');
    if (error instanceof RenderError) return sendProblem(context, conflictError(NOT_RENDERED));
    return sendProblem(
      context,
      new AppError('internal', 'Something went wrong on our side. Try again in a few minutes.'),
    );
  });
  return app;
}

/** True when a route, not only a middleware, answers this method at this path. */
function hasHandler(app: Hono, method: string, path: string): boolean {
  const [matches] = app.router.match(method, path);
  return matches.some(([[, route]]) => route.method === method);
}
