import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import type { FeedItem, PublishFeed } from './events.service.ts';

/** A sign of life, and a look whether the listener still may listen, milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** Open streams of all admins and their tabs. */
const STREAMS_MAX = 100;
/** Items that wait for a reader who does not read; one that comes again hears how everything is. */
const PENDING_MAX = 1_000;

type Listener = { isWelcome: () => Promise<boolean>; heartbeatMs: number };

/** Answers with events until the client goes, may no longer listen, or the server ends. @throws unavailable */
export function streamPublishes(
  context: Context,
  { log }: Pick<Deps, 'log'>,
  feed: PublishFeed,
  { isWelcome, heartbeatMs }: Listener,
): Response {
  if (feed.size >= STREAMS_MAX) {
    throw new AppError('unavailable', 'Too many screens are listening. Please try again.', { retryAfterSeconds: 30 });
  }
  // A proxy must not keep events back.
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, async (stream) => {
    // Of one thing only the newest state matters, so a slow reader cannot pile up work.
    const pending = new Map<string, FeedItem>();
    let isOver = false;
    let isBeatDue = false;
    let wake: () => void = () => undefined;
    const end = () => {
      isOver = true;
      wake();
    };
    const leave = feed.join((items) => {
      if (items === null) return end();
      for (const item of items) pending.set(item.event === 'publish' ? `${item.data.id}` : item.event, item);
      if (pending.size > PENDING_MAX) return end();
      wake();
    });
    stream.onAbort(end);
    const beat = setInterval(() => {
      isBeatDue = true;
      wake();
    }, heartbeatMs);
    try {
      while (!isOver) {
        // Asked before anything is told: whoever was an administrator a moment ago hears nothing more.
        if ((isBeatDue || pending.size > 0) && !(await isWelcome())) break;
        if (isBeatDue) {
          isBeatDue = false;
          await stream.write(': still here\n\n');
        }
        for (const [key, { event, data }] of [...pending]) {
          pending.delete(key);
          if (!isOver) await stream.writeSSE({ event, data: JSON.stringify(data) });
        }
        if (pending.size === 0 && !isBeatDue && !isOver) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } catch (error) {
      log.error({ err: error }, 'a stream of publishes broke off');
    } finally {
      clearInterval(beat);
      leave();
    }
  });
}
