import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { CONTENT_MAX_BYTES } from '#api/http/body-limit.ts';
import { bulkResponse } from '#api/http/bulk-fields.ts';
import { idParams } from '#api/http/pagination.ts';
import { countBlogs, listAuthors, listBlogs, listTitles } from './list.service.ts';
import { bulkUpdateBlogs } from './manager.service.ts';
import {
  blogAuthorsResponse,
  blogCountsQuery,
  blogCountsResponse,
  blogFilterQuery,
  blogResponse,
  blogRequest,
  blogTitlesResponse,
  listBlogsQuery,
  bulkBlogsRequest,
  managedBlogSchema,
  slugAvailabilityQuery,
  slugAvailabilityResponse,
  trashedBlogSchema,
} from '#api/features/blogs/blogs.contract.ts';
import { findOwnAuthorIds } from '#api/features/blogs/fields/fields.service.ts';
import { createBlog, getBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { getOwnerId, requireOwnBlog } from '#api/features/blogs/review/own-blogs.service.ts';
import { checkSlugAvailability } from '#api/features/blogs/slugs/slugs.service.ts';
import {
  deleteTrashedBlog,
  listTrashedBlogs,
  restoreBlog,
  trashOwnBlog,
} from '#api/features/blogs/trash/trash.service.ts';

const tag = 'Blogs (admin)';

export function blogManagerRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'posts.write' })
    .get(
      '/',
      {
        summary: 'List posts, without content; X-Total-Count has the total',
        query: listBlogsQuery,
        answer: z.array(managedBlogSchema),
      },
      async ({ query, context, caller }) => {
        const { blogs, total } = await listBlogs(deps, query, getOwnerId(caller));
        context.header('X-Total-Count', String(total));
        return blogs;
      },
    )
    .post(
      '/',
      {
        summary: 'Create a post',
        access: 'posts.publish',
        maxBytes: CONTENT_MAX_BYTES,
        body: blogRequest,
        answer: blogResponse,
        status: 201,
        fails: ['conflict'],
      },
      async ({ body, caller }) => {
        const callerName = toPublicAuthorName(formatFullName(caller.user));
        const authorName = body.author_name ?? (callerName || DEFAULT_AUTHOR);
        const authorIds = body.author_name === undefined ? await findOwnAuthorIds(deps, caller.user.id) : undefined;
        const named = { ...body, author_name: authorName, ...(authorIds && !body.authorIds && { authorIds }) };
        return createBlog(deps, named, { userId: caller.user.id });
      },
    )
    .get(
      '/counts',
      { summary: 'Count the posts that match a filter by status', query: blogCountsQuery, answer: blogCountsResponse },
      ({ query, caller }) => countBlogs(deps, query, getOwnerId(caller)),
    )
    .get(
      '/titles',
      {
        summary: 'List the titles of the posts that match a filter',
        query: blogFilterQuery,
        answer: blogTitlesResponse,
      },
      ({ query, caller }) => listTitles(deps, query, getOwnerId(caller)),
    )
    .get('/authors', { summary: 'List the authors of posts', answer: blogAuthorsResponse }, ({ caller }) =>
      listAuthors(deps, getOwnerId(caller)),
    )
    .get(
      '/slug-availability',
      {
        summary: 'Check whether a post may have an address',
        query: slugAvailabilityQuery,
        answer: slugAvailabilityResponse,
      },
      ({ query }) => checkSlugAvailability(deps, query),
    )
    .get('/trash', { summary: 'List posts in the trash', answer: z.array(trashedBlogSchema) }, ({ caller }) =>
      listTrashedBlogs(deps, getOwnerId(caller)),
    )
    .delete(
      '/trash/:id',
      {
        summary: 'Permanently delete a post that is in the trash',
        access: 'posts.publish',
        params: idParams,
        fails: ['not_found'],
      },
      ({ params, caller }) => deleteTrashedBlog(deps, params.id, { userId: caller.user.id }),
    )
    .post(
      '/bulk',
      {
        summary: 'Publish, schedule, archive, delete or change the categories of several posts, by id or by filter',
        body: bulkBlogsRequest,
        answer: bulkResponse,
        fails: ['forbidden', 'conflict'],
      },
      ({ body, caller }) => bulkUpdateBlogs(deps, body, { userId: caller.user.id }, getOwnerId(caller)),
    )
    .get(
      '/:id',
      { summary: 'Get a post, published or not', params: idParams, answer: blogResponse, fails: ['not_found'] },
      async ({ params, caller }) => {
        await requireOwnBlog(deps, caller, params.id);
        return getBlog(deps, params.id);
      },
    )
    .put(
      '/:id',
      {
        access: 'posts.publish',
        summary: 'Update a post; if someone else saved in between, 409 with both versions',
        params: idParams,
        maxBytes: CONTENT_MAX_BYTES,
        body: blogRequest,
        answer: blogResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => {
        const author = { userId: caller.user.id };
        return updateBlog(deps, params.id, body, author);
      },
    )
    .delete(
      '/:id',
      { summary: 'Move a post to the trash', params: idParams, fails: ['not_found', 'conflict'] },
      ({ params, caller }) => trashOwnBlog(deps, params.id, { userId: caller.user.id }, getOwnerId(caller)),
    )
    .post(
      '/:id/restore',
      {
        summary: 'Restore a post from the trash as a draft',
        params: idParams,
        answer: blogResponse,
        fails: ['not_found'],
      },
      async ({ params, caller }) => {
        await requireOwnBlog(deps, caller, params.id);
        return restoreBlog(deps, params.id, { userId: caller.user.id });
      },
    )
    .build();
}
