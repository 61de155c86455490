import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { launchBrowser, openStandaloneBrowser } from '../browser/browser.ts';
import { runInBrowserPage, type ExecutionReport, type InjectionMethod } from './xss-oracle-page.ts';

/** What HTML did in a real browser, and what it reached: dialogs, navigations, requests but for pictures and films. */
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
/** The page judges by itself: what drives a browser from outside would be told of every refusal, one by one. */
const JUDGE_SCRIPT = `${CANARY}
  const judgeInPage = ${runInBrowserPage};
  const send = (verdict) => fetch(location.pathname + '/verdict', { method: 'POST', body: JSON.stringify(verdict) });
  fetch(location.pathname + '/cases').then((answer) => answer.json()).then((cases) => judgeInPage({ method: 'frames', cases }))
    .then(send, (error) => send({ error: String(error) }));`;

/** Browsers that reach this machine alone, and a server with pages to put HTML into. */
export async function createXssOracle(): Promise<XssOracle> {
  const server = await createJudgeServer();
  const wall = await bundleClientSanitizer();
  const browser = await launchBrowser([THIS_MACHINE_ONLY]);
  return {
    async runCases(method, cases, policy) {
      if (method === 'frames') return { ...(await inFrames(server, cases, policy)), reached: [] };
      const url = server.put({
        type: 'text/html',
        body: method === 'page' ? renderCases(cases) : '<!doctype html><body>',
      });
      return inPage(browser, url, async (page) => {
        if (method === 'wall') await page.evaluate(wall);
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
type JudgeServer = Awaited<ReturnType<typeof createJudgeServer>>;

async function createJudgeServer() {
  const served = new Map<string, Served>([['/judge.js', { type: 'text/javascript', body: JUDGE_SCRIPT }]]);
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
      const path = below || `/judge-${served.size}`;
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

async function inFrames(
  server: JudgeServer,
  cases: readonly NumberedHtml[],
  policy: string | undefined,
): Promise<ExecutionReport> {
  const body = '<!doctype html><body><script src="/judge.js"></script>';
  const url = server.put({ type: 'text/html', body, policy });
  server.put({ type: 'application/json', body: JSON.stringify(cases) }, `${new URL(url).pathname}/cases`);
  const alone = await openStandaloneBrowser(url, [THIS_MACHINE_ONLY]);
  try {
    const verdict = JSON.parse(await server.posted(`${url}/verdict`)) as ExecutionReport | { error: string };
    if ('error' in verdict) throw new Error(verdict.error);
    return verdict;
  } finally {
    await alone.close();
  }
}

async function inPage(browser: Browser, url: string, body: (page: Page) => Promise<ExecutionReport>): Promise<Verdict> {
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

/** The island's own wall as one script, under the name `wall`. */
export async function bundleClientSanitizer(): Promise<string> {
  const bundle = await rolldown({ input: 'src/lib/safe-html.ts', cwd: PROJECT_ROOT, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'wall' });
  await bundle.close();
  return output[0].code.replace(/^var wall/, 'window.wall');
}
