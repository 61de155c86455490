import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReleasedSite } from '../machines/shared-site.ts';
import { startAlertReceiver } from './alert-receiver.ts';
import { createDrillControl } from './drill-control.ts';
import { type DrillFault, drillFaults } from './drill-faults.ts';
import { firesAlert, type Scrape } from './scraped-rules.ts';

const METRICS_TOKEN = 'the metrics of the fire drill';
/** One fault may take so long until each alert has come (ms): some parts are looked at once a minute. */
const LIMIT_MS = 200_000;
const PAUSE_MS = 2_000;
/** How far the clock is set forward between two looks (ms). */
const HURRY_MS = 61_000;

/** The outcome of a fault; null: nothing of this kind is expected, or the machine can't make the fault. */
export type DrillResult = {
  fault: DrillFault;
  isMade: boolean;
  isQuietBefore: boolean;
  fired: boolean;
  emailed: boolean | null;
  posted: boolean | null;
};

export const isGreen = ({ isMade, isQuietBefore, fired, emailed, posted }: DrillResult): boolean =>
  !isMade || (isQuietBefore && fired && emailed !== false && posted !== false);

/** Makes each fault on a site of its own, and waits for its alert, its email and its post. */
export async function runDrill(
  promtool: string,
  { only, print }: { only: string | undefined; print: (result: DrillResult) => void },
): Promise<DrillResult[]> {
  const results: DrillResult[] = [];
  for (const fault of drillFaults.filter(({ alert }) => only === undefined || alert === only)) {
    const result = await drill(promtool, fault);
    print(result);
    results.push(result);
  }
  return results;
}

async function drill(promtool: string, fault: DrillFault): Promise<DrillResult> {
  const ends: (() => unknown)[] = [];
  const site = await startReleasedSite();
  const receiver = await startAlertReceiver();
  ends.push(() => receiver.close());
  const control = createDrillControl(join(site.directory, 'drill.json'));
  const result: DrillResult = {
    fault,
    isMade: true,
    isQuietBefore: false,
    fired: false,
    emailed: fault.email && false,
    posted: fault.post === null ? null : false,
  };
  try {
    if (fault.prepare && !fault.prepare(join(site.directory, 'a'), (end) => ends.unshift(end)))
      return { ...result, isMade: false };
    const own = { METRICS_TOKEN, ALERT_WEBHOOK_URL: receiver.url, ...control.settings };
    const server = await site.start('a', { own });
    const token = await site.signIn(server);
    const scrape = () => readScrape(server.origin);
    let before: Scrape = null;
    await server.waitUntil(async () => {
      before = await scrape();
      return (
        /^part_up\{part="mail"\} 1/m.test(before?.text ?? '') && /^part_up\{part="pages"\} 1/m.test(before?.text ?? '')
      );
    });
    result.isQuietBefore = !firesAlert(promtool, fault.alert, { before, after: before });
    await fault.make({ site, server, control, token });
    const { email, post } = fault;
    for (const startedAt = Date.now(); Date.now() - startedAt < LIMIT_MS; await sleep(PAUSE_MS)) {
      result.fired ||= firesAlert(promtool, fault.alert, { before, after: await scrape() });
      const mails = site.smtp.received.map(({ parsed }) => `${parsed.subject} ${parsed.text}`);
      if (email) result.emailed = mails.some((mail) => email.test(mail));
      if (post !== null)
        result.posted = receiver.received.some(({ alert, state }) => alert === post && state === 'begun');
      if (isGreen(result) || (result.isQuietBefore === false && result.fired)) break;
      if (fault.isHurried) control.advanceClock(HURRY_MS);
    }
    return result;
  } finally {
    await site.end('SIGKILL');
    for (const end of ends) await end();
    await site.stop();
  }
}

async function readScrape(origin: string): Promise<Scrape> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${origin}/metrics`, { headers }).catch(() => null);
  if (response?.status !== 200) return null;
  return { at: Date.now() / 1_000, text: await response.text() };
}
