import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pages that visitors ask for in turn. */
const PAGES = ['/', '/blogs', '/company/contact', '/terms'];
/** A page that takes longer counts as lost (ms). */
const LOST_MS = 10_000;

export type Visit = { ms: number; isLost: boolean };

const [port, perSecond] = process.argv.slice(2).map(Number) as [number, number];
const agent = new http.Agent({ keepAlive: true });
const visits: Promise<Visit>[] = [];
let isOver = false;

process.once('message', () => {
  isOver = true;
});
process.once('disconnect', () => process.exit());

// Open loop: a page that waits holds up no other visitor.
const startedAt = performance.now();
for (let n = 0; !isOver; n += 1) {
  const wait = startedAt + (n * 1_000) / perSecond - performance.now();
  if (wait > 0) await sleep(wait);
  visits.push(visit(PAGES[n % PAGES.length] as string));
}
process.send?.(await Promise.all(visits));

/** Timed from when it is sent: that this process was late is no fault of the server. */
function visit(path: string): Promise<Visit> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const end = (isLost: boolean) => resolve({ ms: performance.now() - sentAt, isLost });
    const ask = () => {
      const request = http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().once('close', () => end(response.statusCode !== 200 || !response.complete));
      });
      request.setTimeout(LOST_MS, () => request.destroy());
      // As browsers do: the server may close a connection that was idle just when it is used again.
      request.once('error', () => (request.reusedSocket ? ask() : end(true)));
    };
    ask();
  });
}
