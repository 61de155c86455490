import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { tokenField } from '#api/http/fields.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams, limitOffsetQuery } from '#api/http/pagination.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { blogManagerRoutes } from '#api/features/blogs/manager/manager.routes.ts';
import { blogResponse, categoryBlogsResponse, publishedBlogsResponse } from './blogs.contract.ts';
import { getPublishedBlog, listCategoryBlogs, listPublishedBlogs } from './blogs.service.ts';

const tag = 'Blogs';
const slugParams = z.object({ slug: tokenField('Blog post not found', { min: 1, max: 200 }) });

export function blogRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/published',
      allowAnyone,
      documentRoute({ summary: 'Public posts without content, newest first', tag, ok: publishedBlogsResponse }),
      validateRequest('query', limitOffsetQuery),
      async (context) => context.json(await listPublishedBlogs(deps, context.req.valid('query'))),
    )
    .get(
      '/slug/:slug',
      allowAnyone,
      documentRoute({ summary: 'One public post by its slug', tag, ok: blogResponse, fails: ['not_found'] }),
      validateRequest('param', slugParams),
      async (context) => context.json(await getPublishedBlog(deps, context.req.valid('param').slug)),
    )
    .get(
      '/category/:id',
      allowAnyone,
      documentRoute({
        summary: 'The public posts of a category, newest first',
        tag,
        ok: categoryBlogsResponse,
        fails: ['not_found'],
      }),
      validateRequest('param', idParams),
      async (context) => context.json(await listCategoryBlogs(deps, context.req.valid('param').id)),
    )
    .route('/', blogManagerRoutes(deps));
}
