import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { tokenField } from '#api/http/fields.ts';
import { idParams, limitOffsetQuery } from '#api/http/pagination.ts';
import { blogManagerRoutes } from '#api/features/blogs/manager/manager.routes.ts';
import { blogResponse, categoryBlogsResponse, publishedBlogsResponse } from './blogs.contract.ts';
import { getPublishedBlog, listCategoryBlogs, listPublishedBlogs } from './blogs.service.ts';

const tag = 'Blogs';
const slugParams = z.object({ slug: tokenField('Blog post not found', { min: 1, max: 200 }) });

export function blogRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'anyone' })
    .get(
      '/published',
      {
        summary: 'List published posts, without content, newest first',
        query: limitOffsetQuery,
        answer: publishedBlogsResponse,
      },
      ({ query }) => listPublishedBlogs(deps, query),
    )
    .get(
      '/slug/:slug',
      { summary: 'Get a published post by slug', params: slugParams, answer: blogResponse, fails: ['not_found'] },
      ({ params }) => getPublishedBlog(deps, params.slug),
    )
    .get(
      '/category/:id',
      {
        summary: 'List the published posts in a category, newest first',
        params: idParams,
        answer: categoryBlogsResponse,
        fails: ['not_found'],
      },
      ({ params }) => listCategoryBlogs(deps, params.id),
    )
    .include('/', blogManagerRoutes(deps))
    .build();
}
