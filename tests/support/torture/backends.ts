import { join } from 'node:path';
import { findFreePort } from '../app/free-port.ts';
import { type Engine, startBucket, startLibsqlServer } from '../machines/engines.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A libSQL server and a bucket for any number of servers, each behind a proxy that can fail. */
export async function startSharedBackends(folder: string) {
  const databaseFolder = join(folder, 'database');
  const databasePort = await findFreePort();
  const bucketPort = await findFreePort();
  let engine: Engine = await startLibsqlServer(databaseFolder, databasePort);
  const bucketEngine = await startBucket(join(folder, 'bucket'), bucketPort);
  const [databaseProxy, bucketProxy] = await Promise.all([startFaultProxy(databasePort), startFaultProxy(bucketPort)]);
  return {
    settings: {
      DATABASE_URL: `ws://127.0.0.1:${databaseProxy.port}`,
      ...bucketEngine.settings,
      S3_ENDPOINT: `http://127.0.0.1:${bucketProxy.port}`,
    },
    /** Past the proxy, for the checks. */
    directUrl: `ws://127.0.0.1:${databasePort}`,
    databaseFile: join(databaseFolder, 'dbs/default/data'),
    bucket: { proxy: bucketProxy },
    database: {
      proxy: databaseProxy,
      pause: () => engine.signal('SIGSTOP'),
      resume: () => engine.signal('SIGCONT'),
      async restart() {
        await engine.stop('SIGKILL');
        engine = await startLibsqlServer(databaseFolder, databasePort);
      },
    },
    stopDatabase: () => engine.stop('SIGTERM'),
    async close(): Promise<void> {
      engine.signal('SIGCONT');
      await engine.stop();
      await bucketEngine.stop();
      await closeAll([databaseProxy, bucketProxy]);
    },
  };
}

const closeAll = (proxies: FaultProxy[]) => Promise.all(proxies.map((proxy) => proxy.close()));
