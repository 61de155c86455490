import { createParser } from 'eventsource-parser';

export type ReceivedEvent = { event: string; data: Record<string, unknown> };

/** Collects the events of an SSE response as they arrive. */
export function readEvents(response: Response) {
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];
  let isEnded = false;
  let notify: () => void = () => undefined;
  const parser = createParser({
    onEvent: ({ event = '', data }) => void events.push({ event, data: JSON.parse(data) as ReceivedEvent['data'] }),
    onComment: (comment) => void comments.push(comment.trim()),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      parser.feed(part.value);
      notify();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
      notify();
    });
  return {
    events,
    comments,
    /** The statuses that were sent for a publish, in order. */
    listStatuses: (id: unknown) => events.filter(({ data }) => data.id === id).map(({ data }) => data.status),
    get isEnded() {
      return isEnded;
    },
    /** Resolves once the condition holds. @throws when the stream ends first. */
    async waitUntil(isTrue: () => boolean): Promise<void> {
      while (!isTrue()) {
        if (isEnded) throw new Error(`The stream ended after ${JSON.stringify(events)}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    ended: () => reading,
    close: async () => {
      await reader?.cancel();
      await reading;
    },
  };
}
