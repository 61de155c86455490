import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { launchBrowser } from './browser.ts';
import { judgeInPage } from './html-judge-page.ts';

/** What HTML did in a real browser. */
export type Verdict = {
  /** The numbers that the canary was called with, each once. */
  ran: number[];
  /** Elements, attributes and addresses beyond what content may hold: `<number of the case>: <what>`. */
  active: string[];
  /** Dialogs, navigations of the page, and requests for anything but pictures and films. */
  reached: string[];
  /** How often the policy of the page refused something. */
  refused: number;
};

export type NumberedHtml = readonly [id: number, html: string];

/** `frames`: each case is written into a document of its own. `elements`: by innerHTML, and once more from what that
 *  gave. `page`: all are parsed as one page. `wall`: through the second wall, that of the islands. */
type Way = 'frames' | 'elements' | 'page' | 'wall';

export type Judge = {
  judge(way: Way, cases: readonly NumberedHtml[], policy?: string): Promise<Verdict>;
  close(): Promise<void>;
};

const QUIET_RESOURCES = new Set(['image', 'media']);

/** A browser that reaches this machine alone, and a server with pages to put HTML into. */
export async function createHtmlJudge(): Promise<Judge> {
  const pages = new Map<string, { html: string; policy: string | undefined }>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    if (!page) return void response.writeHead(404).end();
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    response.writeHead(200, { ...headers, ...(page.policy && { 'Content-Security-Policy': page.policy }) });
    response.end(page.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wall = await bundleOfWall();
  const browser = await launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);
  let made = 0;

  return {
    async judge(way, cases, policy) {
      made += 1;
      const path = `/judge-${made}`;
      pages.set(path, { html: way === 'page' ? pageOf(cases) : '<!doctype html><body>', policy });
      const verdict = await inPage(browser, origin + path, async (page) => {
        if (way === 'wall') await page.evaluate(wall);
        return page.evaluate(judgeInPage, { way, cases: way === 'page' ? [] : cases });
      });
      pages.delete(path);
      return verdict;
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const pageOf = (cases: readonly NumberedHtml[]) =>
  `<!doctype html><body>${cases.map(([id, html]) => `<div data-case="${id}">${html}</div>`).join('\n')}`;

type Seen = Omit<Verdict, 'reached'>;

async function inPage(browser: Browser, url: string, body: (page: Page) => Promise<Seen>): Promise<Verdict> {
  const page = await browser.newPage();
  const reached: string[] = [];
  await page.addInitScript(`{ const ran = new Set(); Object.assign(window, { ran, refused: 0,
    canary: (id) => void ran.add(Number(Array.isArray(id) ? id[0] : id)) }); }`);
  page.on('dialog', (dialog) => {
    reached.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  page.on('framenavigated', (frame) => frame === page.mainFrame() && reached.push(`navigation: ${frame.url()}`));
  page.on('request', (request) => {
    if (!QUIET_RESOURCES.has(request.resourceType())) reached.push(`${request.resourceType()}: ${request.url()}`);
  });
  const seen = await body(page);
  await page.close();
  return { ...seen, reached };
}

/** The island's own wall as one script, under the name `wall`. */
async function bundleOfWall(): Promise<string> {
  const bundle = await rolldown({ input: 'src/lib/safe-html.ts', cwd: PROJECT_ROOT, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'wall' });
  await bundle.close();
  return output[0].code.replace(/^var wall/, 'window.wall');
}
