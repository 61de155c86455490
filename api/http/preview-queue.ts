import { BoundedQueue } from '#api/bounded-queue.ts';

/** Previews that wait while one is being rendered. */
const MAX_WAITING = 7;

/** Previews are rendered at a request, which nothing else is: one at a time, and few wait. */
export const createPreviewQueue = () =>
  new BoundedQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    message: 'Too many previews are being made right now. Try again in a few seconds.',
  });
