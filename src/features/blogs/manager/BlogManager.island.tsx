import { Guarded } from '#src/features/auth/RequireAuth.tsx';
import { Manager } from './BlogManager.tsx';

/** Every post for admins: find it, see what readers have of it, act on one or on many. */
export function BlogManagerIsland() {
  return <Guarded access="admin">{() => <Manager />}</Guarded>;
}
