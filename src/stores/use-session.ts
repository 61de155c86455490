import { useStore } from '@nanostores/react';
import { $session, type Session, UNKNOWN_SESSION } from './session.ts';

/** The session. 'unknown' until hydration, because the pre-rendered page is the same for everyone. */
export const useSession = (): Session => useStore($session, { ssr: () => UNKNOWN_SESSION });
