import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { createIslandSite, type IslandSite } from './island-site.tsx';

export type OpenshelfSite = IslandSite & {
  reviewer: UserRow;
  /** Path and body of each POST so far. */
  listPosts(): [path: string, body: unknown][];
};

/** A page of an admin who reviews works, at 10:05 UTC on 22 November 2026. */
export async function createOpenshelfSite(): Promise<OpenshelfSite> {
  const site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  const isPost = ({ method }: { method: string }) => method === 'POST';
  return {
    ...site,
    reviewer: await site.signIn('admin'),
    listPosts: () => site.network.calls.filter(isPost).map(({ path, body }) => [path, body ? JSON.parse(body) : null]),
  };
}
