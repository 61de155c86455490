import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam, limitAndOffset } from '#api/http/pagination.ts';
import { anyone } from '../../middleware/access.ts';
import { blogAdminRoutes } from '#api/features/blogs/manager/manager.routes.ts';
import { blog, blogsOfCategory, publishedBlogs } from './blogs.contract.ts';
import { getPublishedBlog, listBlogsOfCategory, listPublishedBlogs } from './blogs.service.ts';

const tag = 'Blogs';
const slugParam = z.object({ slug: z.string().min(1).max(200) });

export function blogRoutes(deps: Deps) {
  return new Hono()
    .get(
      '/published',
      anyone,
      describe({
        summary: 'Public posts without content, newest first',
        tag,
        ok: publishedBlogs,
        fails: ['validation_failed'],
      }),
      parse('query', limitAndOffset),
      async (context) => context.json(await listPublishedBlogs(deps, context.req.valid('query'))),
    )
    .get(
      '/slug/:slug',
      anyone,
      describe({ summary: 'One public post by its slug', tag, ok: blog, fails: ['validation_failed', 'not_found'] }),
      parse('param', slugParam),
      async (context) => context.json(await getPublishedBlog(deps, context.req.valid('param').slug)),
    )
    .get(
      '/category/:id',
      anyone,
      describe({
        summary: 'The public posts of a category, newest first',
        tag,
        ok: blogsOfCategory,
        fails: ['validation_failed', 'not_found'],
      }),
      parse('param', idParam),
      async (context) => context.json(await listBlogsOfCategory(deps, context.req.valid('param').id)),
    )
    .route('/', blogAdminRoutes(deps));
}
