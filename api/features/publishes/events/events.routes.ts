import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import type { PublishStreamItem, PublishEventHub } from './events.service.ts';

/** Interval of the heartbeat and of the check that the subscriber is still an admin (ms). */
export const HEARTBEAT_INTERVAL_MS = 15_000;
/** Open streams of all admins and their tabs. */
const MAX_STREAMS = 100;
/** Maximum of events queued for a slow subscriber; a reconnecting one gets a snapshot. */
const MAX_PENDING = 1_000;

type StreamOptions = { isAuthorized: () => Promise<boolean>; heartbeatMs: number };

/** Streams events until the client disconnects, loses its rights, or the server stops. @throws unavailable */
export function streamPublishes(
  context: Context,
  { log }: Pick<Deps, 'log'>,
  hub: PublishEventHub,
  { isAuthorized, heartbeatMs }: StreamOptions,
): Response {
  if (hub.size >= MAX_STREAMS) {
    throw new AppError('unavailable', 'Too many screens are listening. Please try again.', { retryAfterSeconds: 30 });
  }
  // Tells proxies not to buffer the stream.
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    // Only the newest state of a publish matters, so a slow subscriber cannot pile up work.
    const pending = new Map<string, PublishStreamItem>();
    let isClosed = false;
    let isHeartbeatDue = false;
    let wake: () => void = () => undefined;
    const end = () => {
      isClosed = true;
      wake();
    };
    const unsubscribe = hub.subscribe((items) => {
      if (items === null) return end();
      for (const item of items) pending.set(item.event === 'publish' ? `${item.data.id}` : item.event, item);
      if (pending.size > MAX_PENDING) return end();
      wake();
    });
    stream.onAbort(end);
    const heartbeat = setInterval(() => {
      isHeartbeatDue = true;
      wake();
    }, heartbeatMs);
    try {
      while (!isClosed) {
        // Checked before each event: a former admin receives nothing more.
        if ((isHeartbeatDue || pending.size > 0) && !(await isAuthorized())) break;
        if (isHeartbeatDue) {
          isHeartbeatDue = false;
          await stream.write(': still here\n\n');
        }
        for (const [key, { event, data }] of [...pending]) {
          pending.delete(key);
          if (!isClosed) await stream.writeSSE({ event, data: JSON.stringify(data) });
        }
        if (pending.size === 0 && !isHeartbeatDue && !isClosed) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } catch (error) {
      log.error({ err: error }, 'publish event stream failed');
    } finally {
      clearInterval(heartbeat);
      unsubscribe();
    }
  });
}
