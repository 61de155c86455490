import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { blogReviewResponse, returnBlogRequest, submitBlogRequest } from '#api/features/blogs/blogs.contract.ts';
import { requireOwnBlog } from './own-blogs.service.ts';
import { returnBlog, submitBlog, withdrawBlog } from './review.service.ts';

const fails = ['not_found', 'conflict'] as const;

/** Between the author of a post and an editor. */
export function blogReviewRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Blogs (admin)', access: 'posts.write' })
    .post(
      '/:id/submit',
      {
        summary: 'Submit the draft for review; it can still be changed',
        params: idParams,
        body: submitBlogRequest,
        answer: blogReviewResponse,
        fails,
      },
      async ({ params, body, caller }) => {
        await requireOwnBlog(deps, caller, params.id);
        return { review: await submitBlog(deps, params.id, body, caller.user.id) };
      },
    )
    .post(
      '/:id/withdraw',
      { summary: 'Take the draft back from review', params: idParams, fails },
      async ({ params, caller }) => {
        await requireOwnBlog(deps, caller, params.id);
        await withdrawBlog(deps, params.id, caller.user.id);
      },
    )
    .post(
      '/:id/return',
      {
        summary: 'Ask the author of a draft in review for changes',
        access: 'posts.publish',
        params: idParams,
        body: returnBlogRequest,
        answer: blogReviewResponse,
        fails,
      },
      async ({ params, body, caller }) => ({ review: await returnBlog(deps, params.id, body.note, caller.user.id) }),
    )
    .build();
}
