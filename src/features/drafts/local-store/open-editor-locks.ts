const toLockName = (clientId: string) => `draft-${clientId}`;

/** Holds a Web Lock named after the client id until the tab closes or crashes. */
export function lockOpenEditor(clientId: string): void {
  // The promise never settles: the browser releases the lock when the tab closes.
  void navigator.locks?.request(toLockName(clientId), () => new Promise(() => undefined));
}

/** The client ids of the editors that are open in a tab of this browser: they save their own texts. */
export async function listOpenEditors(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith('draft-') ? [name.slice('draft-'.length)] : [])));
}
