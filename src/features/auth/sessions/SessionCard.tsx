import type { ReactNode } from 'react';
import type { SessionJson } from '#api/features/auth/auth.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { parseDevice } from './parse-device.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';

/** One session of the user. */
export function SessionCard({ session, onEnd }: { session: SessionJson; onEnd: () => void }) {
  const { name, isHandheld } = parseDevice(session.user_agent);
  return (
    <li className="session">
      <DeviceIcon isHandheld={isHandheld} />
      <div>
        <h3>
          {name} {session.current && <span className="tag">This device</span>}
        </h3>
        <dl>
          {session.audience && <Row term="Site" value={session.audience} />}
          <Row term="IP address" value={session.ip} />
          <Row
            term="Signed in"
            value={<time dateTime={session.created_at}>{formatDateTime(session.created_at)}</time>}
          />
          <Row
            term="Last used"
            value={<time dateTime={session.last_used_at}>{formatDateTime(session.last_used_at)}</time>}
          />
        </dl>
      </div>
      {!session.current && (
        <Button variant="secondary" onClick={onEnd} aria-label={`End session: ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}

function Row({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function DeviceIcon({ isHandheld }: { isHandheld: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="28"
      height="28"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      {isHandheld ? (
        <>
          <rect x="7" y="2.5" width="10" height="19" rx="2" />
          <path d="M11 18.5h2" />
        </>
      ) : (
        <>
          <rect x="3" y="4.5" width="18" height="12" rx="1.5" />
          <path d="M8 20h8M12 16.5V20" />
        </>
      )}
    </svg>
  );
}
