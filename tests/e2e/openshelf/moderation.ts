import type { Page } from 'playwright';
import { publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { TEST_SERVICE_KEY } from '../../support/app/test-app.ts';
import { createOffsetClock, type OffsetClock } from '../../support/clock/offset-clock.ts';
import { PublishingService } from '../../support/openshelf/publishing-service.ts';
import { createPublication } from '../../support/app/publications.ts';
import { WebhookReceiver } from '../../support/openshelf/webhook-receiver.ts';
import { pollUntil, type Site, startSite } from '../site.ts';
import { createCustomer, selectRows } from '../subscriptions/shop.ts';

export type Moderation = {
  site: Site;
  /** The server’s clock. */
  clock: OffsetClock;
  /** The publishing service, as a client of the site and as the receiver of its webhooks. */
  service: PublishingService;
  receiver: WebhookReceiver;
  close(): Promise<void>;
};

/** The built site with its demo content and a publishing service. */
export async function startModeration(): Promise<Moderation> {
  const clock = createOffsetClock();
  const receiver = new WebhookReceiver({ serviceKey: TEST_SERVICE_KEY, now: clock.now });
  const settings = { OPENSHELF_SERVICE_KEY: TEST_SERVICE_KEY, OPENSHELF_WEBHOOK_URL: await receiver.start() };
  const site = await startSite(settings, clock);
  const service = new PublishingService({
    serviceKey: TEST_SERVICE_KEY,
    send: (path, init) => fetch(new URL(path, site.origin), init),
  });
  const close = async () => {
    await site.close();
    await receiver.stop();
  };
  return { site, clock, service, receiver, close };
}

/** Removes what the demo has, so that a test knows the whole queue. */
export const removePublications = ({ site }: Moderation) =>
  write(site.server.db, [site.server.db.orm.delete(publications)]);

/** Adds works that wait for a reviewer, in this order. Returns their ids by title. */
export async function addQueue({ site }: Moderation, titles: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const title of titles) {
    ids.set(title, await createPublication(site.server, { title, queuedAt: ids.size + 1, submittedAt: ids.size + 1 }));
  }
  return ids;
}

export const TOM = { firstName: 'Tom', lastName: 'Whitaker', role: 'admin' } as const;

/** Another reviewer, signed in: the storage of their browser, and their calls of the API. */
export async function createReviewer({ site }: Moderation) {
  const { id, token, storageState } = await createCustomer({ site }, TOM);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    id,
    storageState,
    async decide(publicationId: number, decision: 'approve' | 'reject' | 'request-changes', comments = 'Not yet.') {
      const url = new URL(`/api/admin/openshelf/reviews/${publicationId}/${decision}`, site.origin);
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ comments }) });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    },
  };
}

/** Ends the time for undo of all decisions, and waits until their webhooks were sent. */
export async function endUndo({ site, clock }: Moderation): Promise<void> {
  clock.advance(11_000);
  site.server.openshelfWebhooks.wake();
  const due = "SELECT 1 FROM openshelf_webhooks WHERE status = 'queued' AND next_attempt_at <= ?";
  await pollUntil(async () => (await selectRows({ site }, due, clock.now())).length === 0, 'the webhooks were sent');
}

/** Status and comments of each publication as its last decision left it, by title. */
export async function readOutcomes({ site }: Moderation): Promise<Record<string, string>> {
  const rows = await selectRows(
    { site },
    `SELECT title, status, are_changes_requested AS changes,
       (SELECT comments FROM publication_history h WHERE h.publication_id = p.id AND h.user_id IS NOT NULL
         AND h.move <> 'undo' AND NOT h.is_undone ORDER BY h.id DESC LIMIT 1) AS comments
     FROM publications p ORDER BY id`,
  );
  return Object.fromEntries(
    rows.map(({ title, status, changes, comments }) => [
      String(title),
      [changes ? 'CHANGES' : status, comments].filter(Boolean).join(': '),
    ]),
  );
}

export const openReview = (page: Page, id: number) => page.goto(openshelfPaths.reviewDetail(id));

/** Waits until the publication is open and can be decided on. */
export async function whenOpen(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.panel-foot[aria-busy=false]').waitFor();
}

export const getComments = (page: Page) => page.getByRole('complementary').getByLabel('Comments to the author');
