import { useStore } from '@nanostores/react';
import { $session, type Session, UNKNOWN_SESSION } from './session.ts';

/** Who is signed in. 'unknown' while the page is as the server made it, which is the same for everybody. */
export const useSession = (): Session => useStore($session, { ssr: () => UNKNOWN_SESSION });
