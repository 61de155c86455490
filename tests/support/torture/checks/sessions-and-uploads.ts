import type { Stage } from '../actor.ts';
import type { ProductServer } from '../product-server.ts';

/** Sessions and files that were accepted are there at every server. Call it while the servers run. */
export async function checkSessionsAndUploads(stage: Stage, servers: readonly ProductServer[]): Promise<void> {
  const { client, findings, ledger } = stage;
  for (const server of servers) {
    for (const { email, token } of ledger.sessions) {
      const reply = await client.readFrom(server, '/api/auth/me', { token });
      if (reply?.status !== 200)
        findings.add(`the session of ${email} is answered with ${reply?.status} by ${server.name}`);
    }
    for (const { id, url } of ledger.uploads) {
      const reply = await client.readFrom(server, new URL(url, server.origin).pathname);
      if (reply?.status !== 200) findings.add(`upload ${id} is answered with ${reply?.status} by ${server.name}`);
    }
  }
}
