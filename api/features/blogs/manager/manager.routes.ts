import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { describe, parse } from '#api/http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly } from '#api/middleware/access.ts';
import { draftRoutes } from '#api/features/drafts/drafts.routes.ts';
import { changeManyBlogs } from './manager.service.ts';
import { checkBlog } from '#api/features/blogs/checks/checks.service.ts';
import {
  blog,
  blogInput,
  blogListQuery,
  bulkAnswer,
  bulkInput,
  checkAnswer,
  checkInput,
  managedBlog,
  trashedBlog,
} from '#api/features/blogs/blogs.contract.ts';
import { beginBlog, blogKind, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { createBlog, getBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { listBlogs } from './manager.queries.ts';
import { deleteTrashedBlog, listTrash, restoreBlog, trashBlog } from '#api/features/blogs/trash/trash.service.ts';

const tag = 'Blogs (admin)';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];
const failsOne: ErrorCode[] = [...fails, 'not_found'];

export function blogAdminRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .get(
      '/',
      admin,
      describe({
        summary: 'All posts without content; the header X-Total-Count says how many',
        tag,
        ok: z.array(managedBlog),
        fails,
      }),
      parse('query', blogListQuery),
      async (context) => {
        const { blogs, total } = await listBlogs(deps, context.req.valid('query'));
        context.header('X-Total-Count', String(total));
        return context.json(blogs);
      },
    )
    .post(
      '/',
      admin,
      describe({ summary: 'Creates a post', tag, ok: blog, status: 201, fails: [...fails, 'conflict'] }),
      parse('json', blogInput),
      async (context) => {
        const author = { userId: context.var.caller.user.id };
        return context.json(await createBlog(deps, await context.req.json(), author), 201);
      },
    )
    .get(
      '/trash',
      admin,
      describe({ summary: 'Posts in the trash', tag, ok: z.array(trashedBlog), fails }),
      async (context) => context.json(await listTrash(deps)),
    )
    .delete(
      '/trash/:id',
      admin,
      describe({ summary: 'Deletes a post for good that is in the trash', tag, status: 204, fails: failsOne }),
      parse('param', idParam),
      async (context) => {
        await deleteTrashedBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id });
        return context.body(null, 204);
      },
    )
    .post(
      '/bulk',
      admin,
      describe({ summary: 'Publishes, archives or throws away several posts', tag, ok: bulkAnswer, fails }),
      parse('json', bulkInput),
      async (context) =>
        context.json(await changeManyBlogs(deps, context.req.valid('json'), { userId: context.var.caller.user.id })),
    )
    .route('/', blogDraftRoutes(deps))
    .get(
      '/:id',
      admin,
      describe({ summary: 'One post whole, public or not', tag, ok: blog, fails: failsOne }),
      parse('param', idParam),
      async (context) => context.json(await getBlog(deps.db, context.req.valid('param').id)),
    )
    .put(
      '/:id',
      admin,
      describe({
        summary: 'Changes a post whole; with another revision in between both versions come back',
        tag,
        ok: blog,
        fails: [...failsOne, 'conflict'],
      }),
      parse('param', idParam),
      parse('json', blogInput),
      async (context) => {
        const author = { userId: context.var.caller.user.id };
        return context.json(await updateBlog(deps, context.req.valid('param').id, await context.req.json(), author));
      },
    )
    .delete(
      '/:id',
      admin,
      describe({ summary: 'Moves a post to the trash', tag, status: 204, fails: failsOne }),
      parse('param', idParam),
      async (context) => {
        await trashBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id });
        return context.body(null, 204);
      },
    )
    .post(
      '/:id/restore',
      admin,
      describe({ summary: 'Takes a post out of the trash; it comes back as a draft', tag, ok: blog, fails: failsOne }),
      parse('param', idParam),
      async (context) =>
        context.json(await restoreBlog(deps, context.req.valid('param').id, { userId: context.var.caller.user.id })),
    )
    .post(
      '/:id/check',
      admin,
      describe({ summary: 'What to look at again before the text is published', tag, ok: checkAnswer, fails }),
      parse('param', idParam),
      parse('json', checkInput),
      async (context) => context.json({ warnings: await checkBlog(deps, context.req.valid('json')) }),
    );
}

function blogDraftRoutes(deps: Deps) {
  return draftRoutes(deps, {
    kind: blogKind,
    tag,
    begin: (input, userId) => beginBlog(deps, input, { userId, session: input.session }),
    read: async (id) => ({ blog: await getBlog(deps.db, id) }),
    publish: (id, version, userId) => publishBlogDraft(deps, id, version, { userId }),
  });
}
