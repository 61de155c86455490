import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { undoneResponse, undoRequest } from '#api/http/undo-fields.ts';
import { undoActions } from './undo.service.ts';

/** Who may undo what is said by its kind; only the admin who acted can. */
export function undoRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Undo (admin)', access: 'signed-in' })
    .post(
      '/',
      {
        summary: 'Undo your own actions of the last seconds, of any kind. What has changed since stays as it is',
        body: undoRequest,
        answer: undoneResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ body, caller }) => undoActions(deps, body.ids, caller.user),
    )
    .build();
}
