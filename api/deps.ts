import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { Statement } from '#db/write.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { CodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import type { DiskSpace } from './adapters/disk-space.ts';
import type { FileStore } from './adapters/file-store.ts';
import type { Metrics } from '#api/adapters/request-metrics.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import type { MediaProcessor } from '#api/adapters/media/media-processor.ts';
import type { Payments } from './adapters/payments.ts';
import type { SafeFetch, SafeFileFetch, SafeImageFetch } from '#api/adapters/safe-fetch/safe-fetch.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { Clock } from './clock.ts';
import type { LoopPause } from './loop-watch.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { SiteBrand } from '#api/domain/site-brand.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import type { ProxyWatch } from '#api/http/proxy-watch.ts';
import type { WebhookRefusalReason } from '#api/domain/enums.ts';
import type { BackupStatus } from '#api/domain/backup-record.ts';
import type { StripeReport } from '#api/domain/stripe-report.ts';
import type { PublisherPort } from '#api/publishing/ports.ts';

/** The dependencies of services, passed as arguments, so that tests can replace them. */
export type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  /** Woken after a write that enqueues a publish job; it also knows what is live. */
  publisher: PublisherPort;
  /** Sends the emails of the outbox; woken after a write that enqueues one. */
  outboxWorker: { wake(): void };
  /** Sends one email straight away, past the outbox: to try the mail server. `server` and `sender` are null where none is set. */
  mail: { send: Mailer['send']; server: string | null; sender: string | null };
  site: {
    /** As its owner has published them. */
    settings: SiteSettings;
    brand: SiteBrand;
    pages: SiteContent['pages'];
    name: string;
    /** Origin, without a slash at the end. */
    url: string;
    /** Of the company: the days in emails are days there. */
    timeZone: string;
    /** The apps of products: where each one lives. */
    apps: readonly { origin: string; productName: string }[];
    isReady(): boolean;
    /** False while a new site is set up: visitors get one page that says so. */
    isPublic(): boolean;
    /** Whether this server is about to stop: it takes requests for a moment yet, until the proxy has noticed. */
    isStopping(): boolean;
    /** Whether this server has pages, of whichever release, and can read them. */
    sendsPages(): Promise<boolean>;
    /** Whether this server can send the current release. */
    canServe(): Promise<boolean>;
    release(): number;
    /** Whether this path has a page or file for visitors. */
    hasPath(path: string): boolean;
    /** Whether a page or file itself is at this path, not a redirect. */
    hasPage(path: string): boolean;
    /** The paths of the pages that visitors may find by themselves. */
    listPages(): string[];
    /** Where this path redirects now, or null. */
    findRedirect(path: string): string | null;
  };
  accounts: AccountSettings;
  /** Whether visitors arrive through a proxy that the settings don't know. */
  proxyWatch: ProxyWatch;
  /** Stripe, or the payment sandbox; null where no keys are set in production: nothing can be bought. */
  payments: Payments | null;
  /** Applies the events of the inbox; woken after a write that stores one. */
  billingWorker: {
    wake(): void;
    /** Begins a comparison with everything at Stripe. Returns the id of its run. @throws conflict while one is running. */
    reconcile(request: { actorId: number | null; extra?: readonly Statement[] }): Promise<number>;
  };
  /** Checks the account at Stripe: at start, daily, after a refusal and on demand. */
  stripeCheck: {
    /** Of the last check, or of the one that runs, on whichever server; null before the first. */
    readReport(): Promise<StripeReport | null>;
    /** Where Stripe should send its events. */
    readonly webhookUrl: string;
    run(): Promise<StripeReport | null>;
    /** Starts a check, unless one runs here. Resolves as soon as `readReport` shows it. */
    begin(): Promise<void>;
    /** Checks soon, because Stripe has refused something. */
    wake(): void;
    recordDelivery(type: string): void;
    /** A webhook was refused; `eventId` is what it says that it is. */
    recordRefusal(refusal: { eventId: string; reason: WebhookRefusalReason }): Promise<void>;
    /** Why a plan may not be sold, or null. */
    findSaleObstacle(planKey: string, interval: PlanInterval): Promise<string | null>;
    /** Whether a price is known not to be sold, without a call to the provider. */
    readKnownObstacles(): Promise<(plan: Plan, interval: PlanInterval) => boolean>;
  };
  /** Buys every plan in the payment sandbox, as a visitor would. @throws conflict while one runs, or where nothing is sold. */
  purchaseRehearsals: { begin(actor: { id: number; email: string }): Promise<void> };
  /** Carries out scheduled deletions of users; woken after a write that schedules one. */
  userDeletions: { wake(): void };
  /** Cancels the subscriptions of blacklisted users; woken after a write that schedules a cancellation. */
  blacklistWorker: { wake(): void };
  /** Ends plans that were given free of charge; woken after a write that gives one until a day. */
  complimentaryPlans: { wake(): void };
  /** Moves subscribers to another price; woken after a write that starts or cancels a move. */
  priceMoves: { wake(): void };
  /** Moves subscribers to another tax rate; woken after a write that starts a move. */
  taxMoves: { wake(): void };
  /** OpenShelf’s publishing service: its key, and where its webhooks go; null where none is set. */
  openshelf: { serviceKey: string | null; webhookUrl: string | null };
  /** Publishes changes of the site at their time; woken after a write that schedules some. */
  siteSchedules: { wake(): void };
  /** Reads, brings in and takes out imports; woken after a write that asks for it. */
  importWorker: { wake(): void };
  /** Sends webhooks to the publishing service; woken after a write that queues one. */
  openshelfWebhooks: { wake(): void };
  /** Tells the products about subscriptions; woken after a write that queues a webhook. */
  subscriptionWebhooks: { wake(): void };
  /** Tells the CDN what changed; woken after each release. Since when that fails (UTC ms), and why; null while it works. */
  purges: { wake(): void; findFailure(): Promise<{ since: number; error: string } | null> };
  /** Counted for Prometheus, which sends the token; null where nobody reads it. */
  metrics: (Metrics & { token: string }) | null;
  /** Makes backups each hour. */
  backups: {
    /** Since when none is proven and young enough (UTC ms), and what the last try said. */
    findFailure(): Promise<{ since: number; reason: string | null } | null>;
    readStatus(): Promise<BackupStatus>;
    /** Makes one now, or joins the one that is being made. */
    backUp(kind: 'manual'): Promise<unknown>;
  };
  /** Fetches the texts of works in the queue of reviews; woken after a write that brings one there. */
  openshelfTexts: { wake(): void };
  /** Fetch texts of publications, the images in them, and files of a site that is brought in, from their public addresses. */
  safeFetch: SafeFetch;
  safeImageFetch: SafeImageFetch;
  safeFileFetch: SafeFileFetch;
  /** Exports are prepared one at a time. */
  exportQueue: BoundedQueue;
  /** Previews are rendered one at a time. */
  previewQueue: BoundedQueue;
  /** When the event loop was held, by what, and for how long. */
  loopWatch: { listPauses(): LoopPause[] };
  /** Whether the disk is full. */
  space: DiskSpace;
  /** Pictures and videos. */
  files: FileStore;
  /** Sanitises and rewrites HTML, long HTML in a worker. */
  html: HtmlProcessor;
  /** Colours the code of texts that the API shows; the publisher has its own. */
  highlighter: CodeHighlighter;
  uploads: UploadSettings;
  /** Since when images and videos can't be stored or read (UTC ms), and why; null while they can. */
  uploadStorage: { readonly failure: { since: number; reason: string | null } | null };
};

export type UploadSettings = {
  /** On the local disk, wherever uploads are stored: for files being received, and records of changes. */
  directory: string;
  /** What all uploads together may take, bytes. */
  quotaBytes: number;
  /** Of the disk that `directory` is on, bytes. */
  getDiskSpace(): Promise<{ free: number; total: number }>;
  /** One for all features, so that one process is started in advance. */
  media: MediaProcessor;
};

export type AccountSettings = {
  /** Lower-case addresses that get the admin role at sign-in. */
  adminEmails: readonly string[];
  /** Origins besides our own that a sign-in may hand a session to. */
  callbackOrigins: readonly string[];
  /** How many proxies in front of us write X-Forwarded-For. */
  trustedProxies: number;
  /** Above so many forms an hour over the whole site, each needs a proof of work. */
  breaker: { startsPerHour: number; joinsPerHour: number };
  /** Outside production admins can preview every kind of mail. */
  isProduction: boolean;
  /** There is no mail server: emails are saved in the outbox directory, and nobody receives one. */
  isEmailSavedToFiles: boolean;
};

/** What a change of content needs. */
export type ContentDeps = Pick<Deps, 'db' | 'clock' | 'html'> & { publisher: Pick<PublisherPort, 'wake'> };
