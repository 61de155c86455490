type OpenWork<Value> = { result: Promise<Value>; clients: number; gone: AbortController };

/** Work that clients ask for by a key: those that ask while it is under way share it, and it is dropped when all of them have left. */
export class SharedWork<Value> {
  readonly #open = new Map<string, OpenWork<Value>>();

  /** @throws the reason of `client` once that has left, and what the work throws. `work` gets a signal of all its clients. */
  async run(key: string, client: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    client.throwIfAborted();
    const open = this.#open.get(key) ?? this.#start(key, work);
    open.clients += 1;
    const leave = () => {
      open.clients -= 1;
      if (open.clients > 0) return;
      this.#close(key, open);
      open.gone.abort(client.reason);
    };
    client.addEventListener('abort', leave, { once: true });
    try {
      const value = await open.result;
      client.throwIfAborted();
      return value;
    } finally {
      client.removeEventListener('abort', leave);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Value>): OpenWork<Value> {
    const gone = new AbortController();
    const result = work(gone.signal);
    const open: OpenWork<Value> = { result, clients: 0, gone };
    this.#open.set(key, open);
    const close = () => this.#close(key, open);
    result.then(close, close);
    return open;
  }

  /** Whoever asks from now on starts the work anew. */
  #close(key: string, open: OpenWork<Value>): void {
    if (this.#open.get(key) === open) this.#open.delete(key);
  }
}
