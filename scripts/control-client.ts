import './closed-output.ts';
import http from 'node:http';
import { toControlSocketPath } from '#api/control/control-socket.ts';
import { readEnv } from '#api/env.ts';

/** No server runs for this data directory. */
export class NoServerError extends Error {
  override name = 'NoServerError';
}

/** Asks the running server through its socket. @throws a sentence for the operator when none runs or it refuses. */
export async function callControlSocket<ResponseBody>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<ResponseBody> {
  const socketPath = toControlSocketPath(readEnv().DATA_DIR);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {};
    // One connection for each: a server that was busy for longer than it keeps idle ones closes them under the next request.
    const request = http.request({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const responseBody = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        if (response.statusCode === 200) resolve(responseBody as ResponseBody);
        else reject(new Error(String(responseBody.message)));
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isNobodyThere = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      if (isNobodyThere)
        reject(new NoServerError('No server is running for this data directory. Start it with npm start.'));
      else
        reject(new Error(`The server ended the connection before it answered (${error.message}).`, { cause: error }));
    });
    request.end(payload);
  });
}

/** Runs a command and says what went wrong in one line. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
