import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { authorAccountsResponse, authorRequest, authorResponse, authorsResponse } from './authors.contract.ts';
import { createAuthor, deleteAuthor, listAccounts, listAuthors, updateAuthor } from './authors.service.ts';
import { restoreAuthor } from '#api/features/authors/undo/undo.service.ts';

const tag = 'Authors';

export function authorRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'categories.manage' })
    .get(
      '/',
      { summary: 'List authors with their number of posts', access: 'posts.write', answer: authorsResponse },
      () => listAuthors(deps),
    )
    .get('/accounts', { summary: 'List the accounts that may write posts', answer: authorAccountsResponse }, () =>
      listAccounts(deps),
    )
    .post(
      '/',
      { summary: 'Create an author', body: authorRequest, answer: authorResponse, status: 201, fails: ['conflict'] },
      ({ body, caller }) => createAuthor(deps, caller.user.id, body),
    )
    .put(
      '/:id',
      {
        summary: 'Update an author; a new name is that of all posts, and old addresses redirect to the new one',
        params: idParams,
        body: authorRequest,
        answer: authorResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => updateAuthor(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id',
      { summary: 'Delete an author; posts keep the name', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => deleteAuthor(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Put back an author deleted in the last 30 seconds; only the same user can',
        params: idParams,
        fails: ['conflict'],
      },
      ({ params, caller }) => restoreAuthor(deps, caller.user, params.id),
    )
    .build();
}
