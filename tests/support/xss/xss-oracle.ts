import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { launchBrowser, openStandaloneBrowser } from '../browser/browser.ts';
import { runInBrowserPage, type ExecutionReport, type InjectionMethod } from './xss-oracle-page.ts';

/** What HTML did in a real browser: scripts, dialogs, navigations and requests other than images and videos. */
export type Verdict = ExecutionReport & { reached: string[] };
export type NumberedHtml = readonly [id: number, html: string];

export type XssOracle = {
  runCases(method: InjectionMethod, cases: readonly NumberedHtml[], policy?: string): Promise<Verdict>;
  close(): Promise<void>;
};

const QUIET_RESOURCES = new Set(['image', 'media']);
const THIS_MACHINE_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
const CANARY = `{ const ran = new Set(); Object.assign(window, { ran, refused: 0,
  canary: (id) => void ran.add(Number(Array.isArray(id) ? id[0] : id)) }); }`;
/** The page reports its result itself: Playwright would receive an event for each of the many refusals. */
const ORACLE_SCRIPT = `${CANARY}
  const runCases = ${runInBrowserPage};
  const send = (report) => fetch(location.pathname + '/report', { method: 'POST', body: JSON.stringify(report) });
  fetch(location.pathname + '/cases').then((response) => response.json()).then((cases) => runCases({ method: 'frames', cases }))
    .then(send, (error) => send({ error: String(error) }));`;

/** Browsers that reach this machine alone, and a server with pages to put HTML into. */
export async function createXssOracle(): Promise<XssOracle> {
  const server = await createOracleServer();
  const clientSanitizer = await bundleClientSanitizer();
  const browser = await launchBrowser([THIS_MACHINE_ONLY]);
  return {
    async runCases(method, cases, policy) {
      if (method === 'frames') return { ...(await runInFrames(server, cases, policy)), reached: [] };
      const url = server.put({
        type: 'text/html',
        body: method === 'page' ? renderCases(cases) : '<!doctype html><body>',
      });
      return runInPage(browser, url, async (page) => {
        if (method === 'client-sanitizer') await page.evaluate(clientSanitizer);
        return page.evaluate(runInBrowserPage, { method, cases: method === 'page' ? [] : cases });
      });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

const renderCases = (cases: readonly NumberedHtml[]) =>
  `<!doctype html><body>${cases.map(([id, html]) => `<div data-case="${id}">${html}</div>`).join('\n')}`;

type Served = { type: string; body: string; policy?: string | undefined };
type OracleServer = Awaited<ReturnType<typeof createOracleServer>>;

async function createOracleServer() {
  const served = new Map<string, Served>([['/oracle.js', { type: 'text/javascript', body: ORACLE_SCRIPT }]]);
  const waiting = new Map<string, (verdict: string) => void>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const file = served.get(path);
    if (request.method === 'POST') waiting.get(path)?.(Buffer.concat(await request.toArray()).toString());
    if (!file) return void response.writeHead(request.method === 'POST' ? 204 : 404).end();
    const policy = file.policy && { 'Content-Security-Policy': file.policy };
    response.writeHead(200, { 'Content-Type': `${file.type}; charset=utf-8`, ...policy }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    put(file: Served, below = ''): string {
      const path = below || `/oracle-${served.size}`;
      served.set(path, file);
      return origin + path;
    },
    posted: (url: string) => new Promise<string>((resolve) => waiting.set(url.slice(origin.length), resolve)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function runInFrames(
  server: OracleServer,
  cases: readonly NumberedHtml[],
  policy: string | undefined,
): Promise<ExecutionReport> {
  const body = '<!doctype html><body><script src="/oracle.js"></script>';
  const url = server.put({ type: 'text/html', body, policy });
  server.put({ type: 'application/json', body: JSON.stringify(cases) }, `${new URL(url).pathname}/cases`);
  const standaloneBrowser = await openStandaloneBrowser(url, [THIS_MACHINE_ONLY]);
  try {
    const report = JSON.parse(await server.posted(`${url}/report`)) as ExecutionReport | { error: string };
    if ('error' in report) throw new Error(report.error);
    return report;
  } finally {
    await standaloneBrowser.close();
  }
}

async function runInPage(
  browser: Browser,
  url: string,
  body: (page: Page) => Promise<ExecutionReport>,
): Promise<Verdict> {
  const page = await browser.newPage();
  const reached: string[] = [];
  await page.addInitScript(CANARY);
  page.on('dialog', (dialog) => {
    reached.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  page.on('framenavigated', (frame) => frame === page.mainFrame() && reached.push(`navigation: ${frame.url()}`));
  page.on('request', (request) => {
    if (!QUIET_RESOURCES.has(request.resourceType())) reached.push(`${request.resourceType()}: ${request.url()}`);
  });
  const report = await body(page);
  await page.close();
  return { ...report, reached };
}

/** The sanitiser of the islands as one script, which defines the global `safeHtml`. */
export async function bundleClientSanitizer(): Promise<string> {
  const bundle = await rolldown({ input: 'src/lib/safe-html.ts', cwd: PROJECT_ROOT, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'safeHtml' });
  await bundle.close();
  return output[0].code.replace(/^var safeHtml/, 'window.safeHtml');
}
