import { createParser } from 'eventsource-parser';

export type SeenEvent = { event: string; data: Record<string, unknown> };

/** Reads a stream of server-sent events as it comes. */
export function readEvents(response: Response) {
  const events: SeenEvent[] = [];
  const comments: string[] = [];
  let isEnded = false;
  let tell: () => void = () => undefined;
  const parser = createParser({
    onEvent: ({ event = '', data }) => void events.push({ event, data: JSON.parse(data) as SeenEvent['data'] }),
    onComment: (comment) => void comments.push(comment.trim()),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      parser.feed(part.value);
      tell();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
      tell();
    });
  return {
    events,
    comments,
    /** The states that were told of a publish, in order. */
    statesOf: (id: unknown) => events.filter(({ data }) => data.id === id).map(({ data }) => data.status),
    get isEnded() {
      return isEnded;
    },
    /** Resolves once this holds. @throws when the stream ends first. */
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) {
        if (isEnded) throw new Error(`The stream ended after ${JSON.stringify(events)}`);
        await new Promise<void>((resolve) => {
          tell = resolve;
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
