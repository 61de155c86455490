import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import type { PublishStreamItem, PublishEventHub } from './events.service.ts';

/** A sign of life, and a look whether the listener still may listen, milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 15_000;
/** Open streams of all admins and their tabs. */
const MAX_STREAMS = 100;
/** Items that wait for a reader who does not read; one that comes again hears how everything is. */
const MAX_PENDING = 1_000;

type StreamOptions = { isAuthorized: () => Promise<boolean>; heartbeatMs: number };

/** Answers with events until the client goes, may no longer listen, or the server ends. @throws unavailable */
export function streamPublishes(
  context: Context,
  { log }: Pick<Deps, 'log'>,
  feed: PublishEventHub,
  { isAuthorized, heartbeatMs }: StreamOptions,
): Response {
  if (feed.size >= MAX_STREAMS) {
    throw new AppError('unavailable', 'Too many screens are listening. Please try again.', { retryAfterSeconds: 30 });
  }
  // A proxy must not keep events back.
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    // Of one thing only the newest state matters, so a slow reader cannot pile up work.
    const pending = new Map<string, PublishStreamItem>();
    let isClosed = false;
    let isHeartbeatDue = false;
    let wake: () => void = () => undefined;
    const end = () => {
      isClosed = true;
      wake();
    };
    const unsubscribe = feed.subscribe((items) => {
      if (items === null) return end();
      for (const item of items) pending.set(item.event === 'publish' ? `${item.data.id}` : item.event, item);
      if (pending.size > MAX_PENDING) return end();
      wake();
    });
    stream.onAbort(end);
    const beat = setInterval(() => {
      isHeartbeatDue = true;
      wake();
    }, heartbeatMs);
    try {
      while (!isClosed) {
        // Asked before anything is told: whoever was an administrator a moment ago hears nothing more.
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
      clearInterval(beat);
      unsubscribe();
    }
  });
}
