import './waiting-time.css';
import { formatWait, isLongWait } from './waiting-time.ts';

type Props = {
  /** When it came into the queue. */
  queuedAt: string;
  /** The order above the list says what the time is. */
  isShort?: boolean;
};

/** How long a publication has waited for a reviewer; long waits stand out. */
export const WaitingTime = ({ queuedAt, isShort = false }: Props) => (
  <span className={isLongWait(queuedAt, Date.now()) ? 'waiting-time is-long' : 'waiting-time'}>
    {isShort ? <span className="visually-hidden">Waiting for </span> : 'Waiting '}
    {formatWait(queuedAt, Date.now())}
  </span>
);
