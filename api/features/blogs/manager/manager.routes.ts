import { DEFAULT_AUTHOR, toPublicAuthorName } from '#api/domain/author-name.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { undoRequest } from '#api/http/undo-fields.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  bulkBlogsResponse,
  bulkBlogsRequest,
  managedBlogSchema,
  slugAvailabilityQuery,
  slugAvailabilityResponse,
  trashedBlogSchema,
  undoBlogsResponse,
} from '#api/features/blogs/blogs.contract.ts';
import { createBlog, getBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { checkSlugAvailability } from '#api/features/blogs/slugs/slugs.service.ts';
import {
  deleteTrashedBlog,
  listTrashedBlogs,
  restoreBlog,
  trashBlog,
} from '#api/features/blogs/trash/trash.service.ts';
import { undoBlogActions } from '#api/features/blogs/undo/undo.service.ts';

const tag = 'Blogs (admin)';

export function blogManagerRoutes(deps: Deps) {
  const access = requirePermission(deps, 'posts.write');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({
        summary: 'List posts, without content; X-Total-Count has the total',
        tag,
        ok: z.array(managedBlogSchema),
      }),
      validateRequest('query', listBlogsQuery),
      async (context) => {
        const { blogs, total } = await listBlogs(deps, context.req.valid('query'));
        context.header('X-Total-Count', String(total));
        return context.json(blogs);
      },
    )
    .post(
      '/',
      access,
      documentRoute({ summary: 'Create a post', tag, ok: blogResponse, status: 201, fails: ['conflict'] }),
      validateRequest('json', blogRequest),
      async (context) => {
        const { id: userId, firstName, lastName } = context.var.caller.user;
        const input = context.req.valid('json');
        const callerName = toPublicAuthorName([firstName, lastName].filter(Boolean).join(' '));
        const authorName = input.author_name ?? (callerName || DEFAULT_AUTHOR);
        return context.json(await createBlog(deps, { ...input, author_name: authorName }, { userId }), 201);
      },
    )
    .get(
      '/counts',
      access,
      documentRoute({ summary: 'Count the posts that match a filter by status', tag, ok: blogCountsResponse }),
      validateRequest('query', blogCountsQuery),
      async (context) => context.json(await countBlogs(deps, context.req.valid('query'))),
    )
    .get(
      '/titles',
      access,
      documentRoute({ summary: 'List the titles of the posts that match a filter', tag, ok: blogTitlesResponse }),
      validateRequest('query', blogFilterQuery),
      async (context) => context.json(await listTitles(deps, context.req.valid('query'))),
    )
    .get(
      '/authors',
      access,
      documentRoute({ summary: 'List the authors of posts', tag, ok: blogAuthorsResponse }),
      async (context) => context.json(await listAuthors(deps)),
    )
    .get(
      '/slug-availability',
      access,
      documentRoute({
        summary: 'Check whether a post may have an address',
        tag,
        ok: slugAvailabilityResponse,
      }),
      validateRequest('query', slugAvailabilityQuery),
      async (context) => context.json(await checkSlugAvailability(deps, context.req.valid('query'))),
    )
    .get(
      '/trash',
      access,
      documentRoute({ summary: 'List posts in the trash', tag, ok: z.array(trashedBlogSchema) }),
      async (context) => context.json(await listTrashedBlogs(deps)),
    )
    .delete(
      '/trash/:id',
      access,
      documentRoute({
        summary: 'Permanently delete a post that is in the trash',
        tag,
        status: 204,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteTrashedBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id });
        return context.body(null, 204);
      },
    )
    .post(
      '/bulk',
      access,
      documentRoute({
        summary: 'Publish, schedule, archive, delete or change the categories of several posts, by id or by filter',
        tag,
        ok: bulkBlogsResponse,
        fails: ['conflict'],
      }),
      validateRequest('json', bulkBlogsRequest),
      async (context) =>
        context.json(await bulkUpdateBlogs(deps, context.req.valid('json'), { userId: context.var.caller.user.id })),
    )
    .post(
      '/undo',
      access,
      documentRoute({
        summary: 'Undo bulk actions of the last 30 seconds; only the same admin can. Posts that changed since stay',
        tag,
        ok: undoBlogsResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('json', undoRequest),
      async (context) =>
        context.json(await undoBlogActions(deps, context.req.valid('json').ids, context.var.caller.user.id)),
    )
    .get(
      '/:id',
      access,
      documentRoute({ summary: 'Get a post, published or not', tag, ok: blogResponse, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => context.json(await getBlog(deps, context.req.valid('param').id)),
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Update a post; if someone else saved in between, 409 with both versions',
        tag,
        ok: blogResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', blogRequest),
      async (context) => {
        const author = { userId: context.var.caller.user.id };
        return context.json(await updateBlog(deps, context.req.valid('param').id, context.req.valid('json'), author));
      },
    )
    .delete(
      '/:id',
      access,
      documentRoute({ summary: 'Move a post to the trash', tag, status: 204, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        await trashBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id });
        return context.body(null, 204);
      },
    )
    .post(
      '/:id/restore',
      access,
      documentRoute({
        summary: 'Restore a post from the trash as a draft',
        tag,
        ok: blogResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) =>
        context.json(await restoreBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id })),
    );
}
