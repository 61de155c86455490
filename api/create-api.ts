import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { DiskSpace } from '#api/adapters/disk-space.ts';
import { createCodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import { createHtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { createSafeFetches, formatUserAgent } from '#api/adapters/safe-fetch/safe-fetch.ts';
import { startPayments } from '#api/adapters/stripe/start-payments.ts';
import type { ChangeArchive } from '#api/backups/wal/change-archive.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { startControlServer } from '#api/control/control-socket.ts';
import type { DirectAlerts } from '#api/features/alerts/direct-alerts.service.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { createReleaseViewerHandler } from '#api/features/releases/viewer/viewer.routes.ts';
import { PurchaseRehearsals } from '#api/features/purchase-rehearsal/purchase-rehearsal.service.ts';
import { recoverIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { MetricReadings } from '#api/features/metrics/metric-readings.service.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import { listSellerFacts } from '#api/domain/seller.ts';
import { toTaxBehavior } from '#api/features/stripe-check/price-check.service.ts';
import { createExportQueue } from '#api/http/export-queue.ts';
import { toLoopbackAddress } from '#api/http/node-server.ts';
import { createPreviewQueue } from '#api/http/preview-queue.ts';
import { createProxyWatch } from '#api/http/proxy-watch.ts';
import { getDemoStart, startDemoSubscriptions } from '#api/jobs/seed-demo-subscriptions.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { SiteWork } from '#api/servers/site-work.ts';
import type { ApiHandlers } from '#api/site/request-router.ts';
import { createUploadHandler } from '#api/site/upload-handler.ts';
import type { Database } from '#db/client.ts';
import { createApp } from './app.ts';
import type { Clock } from './clock.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { LoopWatch } from './loop-watch.ts';
import { createMailer, createWorkers, followCatalogue, getMailServer } from './workers.ts';

type Parts = Pick<Deps, 'secrets' | 'accounts' | 'metrics' | 'site'> & {
  env: Env;
  db: Database;
  clock: Clock;
  log: Logger;
  space: DiskSpace;
  manifest: Manifest;
  store: ObjectStore;
  work: SiteWork;
  /** Fetches a page of this server as a visitor would. */
  fetchPage: PublicFetch;
  /** Demo content comes with subscriptions. */
  isDemo: boolean;
  print?: ((line: string) => void) | undefined;
  directAlerts: Pick<DirectAlerts, 'report'>;
  /** What a start that fails has to stop. */
  /** Keeps the changes between backups; null for a libSQL server. */
  changes: ChangeArchive | null;
  stopParts: (() => Promise<void>)[];
};

/** The API with everything that it works with: payments, workers, uploads. Nothing runs before `start`. */
export async function createApi(parts: Parts) {
  const {
    env,
    db,
    clock,
    log,
    manifest,
    store,
    work,
    isDemo,
    print,
    changes,
    stopParts,
    fetchPage,
    directAlerts,
    ...others
  } = parts;
  const uploadDeps = createUploadDeps(env);
  const uploadStorage = new StorageProbe({ db, clock, log, files: uploadDeps.files });
  const loopWatch = createLoopWatch(parts);
  const mailer = createMailer(others, { env, print });
  const base = {
    db,
    clock,
    log,
    ...others,
    ...uploadDeps,
    uploadStorage,
    loopWatch,
    proxyWatch: createProxyWatch({ log, clock }),
    html: createHtmlProcessor(),
    highlighter: createCodeHighlighter({ onFault: (err) => log.warn({ err }, 'code has no colours') }),
    exportQueue: createExportQueue(),
    previewQueue: createPreviewQueue(),
    mail: { send: mailer.send, server: getMailServer(env), sender: env.MAIL_FROM ?? null },
    openshelf: env.openshelf,
    ...createSafeFetches({ userAgent: formatUserAgent(parts.site.name, env.SITE_URL) }),
  };
  const sandboxStartsAt = isDemo ? getDemoStart(clock.now()) : undefined;
  const running = await startPayments({
    env,
    clock,
    log,
    sandboxStartsAt,
    seller: () => listSellerFacts(parts.site.settings.company, parts.site.settings.language.language),
    taxBehavior: toTaxBehavior(parts.site.settings.tax),
  });
  stopParts.push(running.stop);
  const { payments } = running;
  const { workers, ports } = work.employ((database) =>
    createWorkers(
      { ...base, db: database, payments, publisher: work.publisher, directAlerts },
      { env, print, webhookUrl: running.webhookUrl, changes },
    ),
  );
  const withoutRehearsals = { ...base, publisher: work.publisher, payments, ...ports };
  const purchaseRehearsals = new PurchaseRehearsals({
    deps: withoutRehearsals,
    createApp,
    fetchPage,
    directory: join(env.DATA_DIR, 'tmp'),
  });
  stopParts.push(() => purchaseRehearsals.stop());
  const deps: Deps = { ...withoutRehearsals, purchaseRehearsals };
  await recoverIntents(deps);
  const handlers: ApiHandlers = {
    api: getRequestListener(createApp(deps).fetch),
    uploads: createUploadHandler({ files: deps.files, siteUrl: env.SITE_URL, log }).handle,
    previews: createPreviewHandler(deps).handle,
    releases: createReleaseViewerHandler(deps, store).handle,
  };
  return {
    deps,
    workers,
    handlers,
    sandbox: running.sandbox,
    followCatalogue: () => followCatalogue({ ...workers, subscriptionWebhooks: deps.subscriptionWebhooks }),

    /** Begins the work. `server` listens; returns what ends the work that comes from elsewhere than requests. */
    async start(server: Server): Promise<() => Promise<void>> {
      const control = await startControlServer({
        env,
        db,
        publisher: work.publisher,
        manifest,
        store,
        log,
        files: deps.files,
        stripeCheck: workers.stripeCheck,
        backups: deps.backups,
        imports: deps,
      });
      stopParts.push(control.close);
      await running.connectWebhooks(`http://${toLoopbackAddress(server)}`);
      await work.start(deps, { port: (server.address() as AddressInfo).port });
      if (isDemo) startDemoSubscriptions(deps, running.sandbox);
      uploadStorage.start();
      loopWatch.start();
      const readings = deps.metrics && new MetricReadings({ ...deps, metrics: deps.metrics });
      readings?.start();
      return async () => {
        readings?.stop();
        loopWatch.stop();
        uploadStorage.stop();
        await control.close();
      };
    },

    /** Once no request is answered any more. */
    async close(): Promise<void> {
      mailer.close();
      await Promise.all([running.stop(), deps.html.close()]);
    },
  };
}

/** Pauses are in the log, in the metrics, and on the screen of the server. */
function createLoopWatch({ clock, log, metrics }: Pick<Parts, 'clock' | 'log' | 'metrics'>): LoopWatch {
  return new LoopWatch({
    clock,
    onPause({ work, milliseconds, busyMilliseconds }) {
      const ms = Math.round(milliseconds);
      log.warn({ work, ms, busy_ms: Math.round(busyMilliseconds) }, 'the event loop was held');
      const labels = { work: work ?? 'unknown' };
      metrics?.count('event_loop_pauses_total', labels);
      metrics?.count('event_loop_pause_seconds_total', labels, milliseconds / 1_000);
    },
  });
}
