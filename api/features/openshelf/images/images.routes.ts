import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { watchRequest } from '#api/http/client-gone.ts';
import { ADMIN_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { versionQuery } from '#api/features/openshelf/texts/texts.contract.ts';
import { imageParams, publicationImageResponse } from './images.contract.ts';
import { createImageTools, getImage } from './images.service.ts';

/** Below `/publications`. */
export function imageRoutes(deps: Deps) {
  const tools = createImageTools(deps);
  return endpoints(deps, { tag: ADMIN_TAG, access: 'openshelf.review' })
    .get(
      '/:id/images/:number',
      {
        summary: 'Load an image of the text of a version from its address; encoded anew, and not stored',
        params: imageParams,
        query: versionQuery,
        answer: publicationImageResponse,
        fails: ['not_found'],
      },
      ({ params, query, context }) => {
        const { id, number } = params;
        const { version } = query;
        return getImage(deps, tools, { id, version, number, client: watchRequest(context) });
      },
    )
    .build();
}
