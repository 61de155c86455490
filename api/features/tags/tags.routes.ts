import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { mergeTagRequest, tagRequest, tagResponse, tagsResponse } from './tags.contract.ts';
import { createTag, deleteTag, listTags, mergeTag, updateTag } from './tags.service.ts';
import { restoreTag } from '#api/features/tags/undo/undo.service.ts';

const tag = 'Tags';

export function tagRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'categories.manage' })
    .get('/', { summary: 'List tags with their number of posts', access: 'posts.write', answer: tagsResponse }, () =>
      listTags(deps),
    )
    .post(
      '/',
      {
        summary: 'Create a tag',
        access: 'posts.write',
        body: tagRequest,
        answer: tagResponse,
        status: 201,
        fails: ['conflict'],
      },
      ({ body, caller }) => createTag(deps, caller.user.id, body),
    )
    .put(
      '/:id',
      {
        summary: 'Update a tag’s name or address; old addresses redirect to the new one',
        params: idParams,
        body: tagRequest,
        answer: tagResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => updateTag(deps, caller.user.id, params.id, body),
    )
    .post(
      '/:id/merge',
      {
        summary: 'Merge a tag into another: its posts and addresses move there',
        params: idParams,
        body: mergeTagRequest,
        answer: tagResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => mergeTag(deps, caller.user.id, params.id, body.into_id),
    )
    .delete(
      '/:id',
      { summary: 'Delete a tag; its posts are kept', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => deleteTag(deps, caller.user.id, params.id),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Put back a tag deleted in the last 30 seconds; only the same user can',
        params: idParams,
        fails: ['conflict'],
      },
      ({ params, caller }) => restoreTag(deps, caller.user, params.id),
    )
    .build();
}
