import { api } from './api-client.ts';

/** Sends an error of this page to the log of the server. A failure to do so is ignored: a second error helps no one. */
export function reportError({ name, message, stack }: Error): void {
  const json = { page: window.location.href, name, message, ...(stack && { stack }) };
  api.post('/api/client-errors', { json, keepalive: true }).catch(() => undefined);
}
