export type EventStream = {
  /** The response to the request that opens the stream. */
  respond(): Response;
  isOpen(): boolean;
  send(event: string, data: unknown): void;
  /** Ends the stream, as a broken connection does. */
  close(): void;
};

/** An SSE stream whose events the test sends. */
export function createEventStream(): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  return {
    respond() {
      const body = new ReadableStream<Uint8Array>({
        start(started) {
          controller = started;
        },
      });
      return new Response(body);
    },
    isOpen: () => controller !== null,
    send(event, data) {
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    close() {
      controller?.close();
      controller = null;
    },
  };
}
