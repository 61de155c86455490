import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { imageRoutes } from './images/images.routes.ts';
import { publicationRoutes } from './publications/publications.routes.ts';
import { reasonRoutes } from './reasons/reasons.routes.ts';
import { reviewRoutes } from './reviews/reviews.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { textRoutes } from './texts/texts.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** OpenShelf for reviewers and admins, under `/api/admin/openshelf`. */
export function openshelfRoutes(deps: Deps) {
  return new Hono()
    .route('/', statsRoutes(deps))
    .route('/reviews', reviewRoutes(deps))
    .route('/publications', publicationRoutes(deps))
    .route('/publications', textRoutes(deps))
    .route('/publications', imageRoutes(deps))
    .route('/reasons', reasonRoutes(deps))
    .route('/webhooks', webhookRoutes(deps));
}
