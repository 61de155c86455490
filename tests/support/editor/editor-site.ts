import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { type VisitOptions, visitPage } from '../browser/browser.ts';
import { getWorkerBrowser } from '../browser/worker-browser.ts';
import type { EditorPage, MountOptions } from './editor-page.tsx';
import { findFreePort } from '../app/free-port.ts';
import { resolveStyleValues } from '../../../scripts/bundling/style-values.ts';

const root = new URL('../../..', import.meta.url);
const STYLES = [
  'styles/tokens.css',
  'styles/base.css',
  'ui/forms/button.css',
  'ui/forms/form.css',
  'layouts/admin/admin.css',
  'ui/crud/admin-lists.css',
  'ui/tables/table.css',
  'ui/feedback/toast.css',
  'editor/editor.css',
];
/** The policy of the site (astro.config.mjs), with Trusted Types. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types site-html',
].join('; ');

type File = readonly [type: string, body: string];

const IMAGE: File = [
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#0d5c48"/></svg>',
];

export type EditorSite = {
  browser: Browser;
  /** The uncompressed JavaScript of the page. */
  script: string;
  /** Opens a page with only the editor, and fails when the page reported a problem. */
  open<T>(mountOptions: MountOptions, body: (page: Page) => Promise<T>, options?: Partial<VisitOptions>): Promise<T>;
  close(): Promise<void>;
};

let bundled: Promise<string> | undefined;

/** Serves a page with only the editor, bundled from the sources once per test worker. */
export async function startEditorSite(): Promise<EditorSite> {
  bundled ??= bundle();
  const [script, styles, browser] = await Promise.all([bundled, readStyles(), getWorkerBrowser()]);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let mounting = '{}';
  const files: Record<string, File> = {
    '/editor.js': ['text/javascript', script],
    '/editor.css': ['text/css', styles],
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname;
    const [type, body] = files[path] ?? (path.startsWith('/uploads/') ? IMAGE : ['text/html', page(mounting)]);
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': POLICY });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    browser,
    script,
    open(input, body, options = {}) {
      mounting = JSON.stringify(input).replaceAll('<', '\\u003c');
      return visitPage(browser, { origin, ...options }, async (tab) => {
        await tab.goto('/');
        await tab.locator('.ProseMirror').last().waitFor();
        return body(tab);
      });
    },
    async close() {
      server.close();
    },
  };
}

/** Runs a function in the page; it gets the test interface of the page. */
export function runInPage<Result, Input>(
  page: Page,
  body: (editor: EditorPage, input: Input) => Result,
  input?: Input,
): Promise<Awaited<Result>> {
  const code = `(input) => (${body.toString()})(globalThis.editorPage, input)`;
  return page.evaluate(`(${code})(${JSON.stringify(input ?? null)})`) as Promise<Awaited<Result>>;
}

export const readEditorHtml = (page: Page) => runInPage(page, (editor) => editor.handle.getHtml());

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('tests/support/editor/editor-page.tsx', root)),
    cwd: fileURLToPath(root),
    platform: 'browser',
    resolve: {
      alias: { 'decode-named-character-reference': fileURLToPath(new URL('src/lib/character-reference.ts', root)) },
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // Those of dialogs that are loaded when they open.
    plugins: [{ name: 'no-styles', load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null) }],
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}

async function readStyles(): Promise<string> {
  const files = STYLES.map((path) => readStyle(new URL(`src/${path}`, root)));
  return resolveStyleValues((await Promise.all(files)).join('\n'));
}

/** A style sheet with its imports inlined, in their order. */
async function readStyle(url: URL): Promise<string> {
  const style = await readFile(url, 'utf8');
  const imported = [...style.matchAll(/^@import '([^']+)';$/gm)].map(([, path]) => readStyle(new URL(path ?? '', url)));
  return [...(await Promise.all(imported)), style.replaceAll(/^@import .*$/gm, '')].join('\n');
}

const page = (mountOptions: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Editor</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/editor.css"></head>
<body><main></main>
<script type="application/json">${mountOptions}</script>
<script type="module" src="/editor.js"></script></body></html>`;
