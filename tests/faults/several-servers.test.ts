import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlogRequest } from '../support/app/blog-request.ts';
import type { LoggedServer } from '../support/faults/logged-server.ts';
import { findLeader, type SharedTestSite, startSharedSite } from '../support/machines/shared-site.ts';

let site: SharedTestSite;
let leader: LoggedServer;
let follower: LoggedServer;

beforeEach(async () => {
  site = await startSharedSite();
  leader = await site.start('a');
  follower = await site.start('b');
});
afterEach(() => site.stop());

async function createPost(server: LoggedServer, token: string, title: string): Promise<{ id: number; slug: string }> {
  const { status, body } = await server.call('POST', '/api/blogs', createBlogRequest({ title }), token);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: number; slug: string };
}

describe('two servers on one database and one bucket', () => {
  it('are one site: who signs in at one is signed in at the other, and what one publishes both serve', async () => {
    expect(await findLeader(await site.open())).toBe(leader.port);
    const token = await site.signIn(follower);
    expect((await leader.call('GET', '/api/profile', undefined, token)).status).toBe(200);
    const post = await createPost(follower, token, 'From the server that follows');
    await leader.waitUntil(() => leader.isLive(post.slug));
    await follower.waitUntil(() => follower.isLive(post.slug));
    await follower.waitUntil(() => follower.isAllLive(token));
    expect(await follower.fetchText('/blogs')).toBe(await leader.fetchText('/blogs'));
  });
});
