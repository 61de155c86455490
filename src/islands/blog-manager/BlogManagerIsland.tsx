import { Guarded } from '#src/components/ui/Guarded.tsx';
import { Manager } from './Manager.tsx';

/** Every post for admins: find it, see what readers have of it, act on one or on many. */
export function BlogManagerIsland() {
  return <Guarded access="admin">{() => <Manager />}</Guarded>;
}
