import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { BlogManager } from './BlogManager.tsx';

/** Every post for admins: find it, see what readers have of it, act on one or on many. */
export function BlogManagerIsland() {
  return <RequireAuth access="posts.write">{() => <BlogManager />}</RequireAuth>;
}
