import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toControlSocketPath } from '#api/control/control-socket.ts';
import { callControlSocket, NoServerError } from '../../scripts/control-client.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'control-'));
  vi.stubEnv('DATA_DIR', dataDir);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

async function withServer(answer: http.RequestListener, act: () => Promise<void>): Promise<void> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(toControlSocketPath(dataDir), resolve));
  await act().finally(() => server.close());
}

test('says that no server is running when there is no socket, or nobody behind it', async () => {
  await expect(callControlSocket('GET', '/imports')).rejects.toThrow(NoServerError);
});

test('a connection that a running server ends is not taken for a server that doesn’t run', () =>
  withServer(
    (request) => request.socket.destroy(),
    async () => {
      const error: unknown = await callControlSocket('GET', '/imports').catch((reason: unknown) => reason);
      expect(error).not.toBeInstanceOf(NoServerError);
      expect(error).toHaveProperty('message', expect.stringContaining('ended the connection before it answered'));
    },
  ));

test('no call uses the connection of an earlier one, which a busy server may be closing', async () => {
  const connections: (string | undefined)[] = [];
  const answer: http.RequestListener = ({ headers }, response) => {
    connections.push(headers.connection);
    response.end('{}');
  };
  await withServer(answer, async () => {
    await callControlSocket('GET', '/imports');
    await callControlSocket('GET', '/imports');
  });
  expect(connections).toEqual(['close', 'close']);
});
