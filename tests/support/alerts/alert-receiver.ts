import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An alert as it is posted to ALERT_WEBHOOK_URL. */
export type ReceivedAlert = { id: string; alert: string; state: string; text: string };

/** The receiver at ALERT_WEBHOOK_URL; `status` is its answer. */
export async function startAlertReceiver() {
  const received: ReceivedAlert[] = [];
  const state = { status: 204 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (state.status < 300) received.push(JSON.parse(body) as ReceivedAlert);
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    received,
    set status(status: number) {
      state.status = status;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
