import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';

type Options = {
  limits: Pick<ConnectionLimits, 'pipelinedRequests' | 'requestsPerConnection'>;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
};

/** One open connection and what is being answered on it. */
export class Connection {
  readonly socket: Socket;
  /** The response of the request that is being handled, or that was handled last. */
  #current: ServerResponse | null = null;
  /** The response of the request that arrived last. */
  #last: ServerResponse | null = null;
  #requests = 0;
  #waiting = 0;
  #isClosing = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** A request is being handled, and its response is not sent. */
  get isBusy(): boolean {
    return this.#current !== null && !this.#current.writableFinished;
  }

  get hasStartedResponse(): boolean {
    return this.isBusy && this.#current?.headersSent === true;
  }

  /** Handles no further requests. */
  stop(): void {
    this.#isClosing = true;
  }

  /**
   * Handles pipelined requests one after the other, as their responses are sent: whatever a request opens is opened
   * once per connection, and nothing is done for those that wait when the connection ends.
   */
  accept(request: IncomingMessage, response: ServerResponse, { limits, handle }: Options): void {
    if (this.#isClosing || this.socket.destroyed) {
      // Reading on would only fill the memory with requests that are never answered.
      this.socket.pause();
      return;
    }
    this.#requests += 1;
    if (this.#requests >= limits.requestsPerConnection) this.#closeAfter(response);
    const previous = this.#last;
    this.#last = response;
    // Node gives the socket to a response at once, unless an earlier one still has it.
    if (response.socket || !previous) {
      this.#start(request, response, handle);
      return;
    }
    this.#waiting += 1;
    if (this.#waiting >= limits.pipelinedRequests) this.#closeAfter(response);
    previous.once('close', () => {
      this.#waiting -= 1;
      if (response.socket && !this.socket.destroyed) this.#start(request, response, handle);
    });
  }

  /** The client sends what was not taken over another connection (RFC 9112 §9.3.2). */
  #closeAfter(response: ServerResponse): void {
    response.shouldKeepAlive = false;
    this.#isClosing = true;
  }

  #start(request: IncomingMessage, response: ServerResponse, handle: Options['handle']): void {
    this.#current = response;
    handle(request, response);
  }
}
