export type EventStream = {
  /** Answers the request that opens the stream. */
  respond(): Response;
  isOpen(): boolean;
  send(event: string, data: unknown): void;
  /** Ends it, as a connection that breaks. */
  close(): void;
};

/** Server-sent events that a test sends itself. */
export function createEventStream(): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  return {
    respond: () => new Response(new ReadableStream({ start: (started) => void (controller = started) })),
    isOpen: () => controller !== null,
    send(event, data) {
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    close: () => controller?.close(),
  };
}
