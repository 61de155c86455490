import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { getTargetPath } from '#api/domain/redirects.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { RedirectJson } from './redirects.contract.ts';
import type { LoadedRedirect } from './redirects.queries.ts';

/** Whether visitors who are sent to this address find something. Files that people upload are looked up elsewhere. */
export function isReachable(site: Deps['site'], to: string): boolean {
  const path = getTargetPath(to);
  return path === null || path.startsWith('/uploads/') || site.hasPath(path);
}

export function toRedirectJson(site: Deps['site'], { redirect, user }: LoadedRedirect): RedirectJson {
  const { id, from, to, status, createdAt } = redirect;
  const target = getTargetPath(to);
  return {
    id,
    from,
    to,
    status,
    state: site.hasPage(from) ? 'waiting' : isReachable(site, to) ? 'live' : 'lost',
    leads_on_to: target && site.findRedirect(target),
    user: user && toUserRefJson(user),
    created_at: toIso(createdAt),
  };
}
