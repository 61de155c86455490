import type { Deps } from '#api/deps.ts';
import { ADMIN_TAG } from './openshelf.contract.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { imageRoutes } from './images/images.routes.ts';
import { publicationRoutes } from './publications/publications.routes.ts';
import { reasonRoutes } from './reasons/reasons.routes.ts';
import { reviewRoutes } from './reviews/reviews.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { textRoutes } from './texts/texts.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** OpenShelf for reviewers and admins, under `/api/admin/openshelf`. */
export function openshelfRoutes(deps: Deps) {
  return endpoints(deps, { tag: ADMIN_TAG, access: 'anyone' })
    .include('/', statsRoutes(deps))
    .include('/reviews', reviewRoutes(deps))
    .include('/publications', publicationRoutes(deps))
    .include('/publications', textRoutes(deps))
    .include('/publications', imageRoutes(deps))
    .include('/reasons', reasonRoutes(deps))
    .include('/webhooks', webhookRoutes(deps))
    .build();
}
