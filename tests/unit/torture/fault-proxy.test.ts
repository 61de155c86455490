import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../support/torture/fault-proxy.ts';

let proxy: FaultProxy;
const server = createServer((_, response) => response.end('pong'));
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultProxy((server.address() as AddressInfo).port);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = async () => {
  const response = await fetch(`http://127.0.0.1:${proxy.port}/`).catch(() => null);
  return response && `${response.status} ${await response.text()}`;
};

describe('a proxy before a backend', () => {
  it('answers 503 itself, also over a connection that was open before, and passes requests on afterwards', async () => {
    expect(await ask()).toBe('200 pong');
    proxy.setMode('503');
    expect(await ask()).toBe('503 ');
    proxy.setMode('pass');
    expect(await ask()).toBe('200 pong');
  });

  it('cuts open and new connections', async () => {
    expect(await ask()).toBe('200 pong');
    proxy.setMode('cut');
    expect(await ask()).toBe(null);
    proxy.setMode('pass');
    expect(await ask()).toBe('200 pong');
  });
});
