import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite } from './site.ts';
import { signInAs } from './sign-in-as.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const DIRECTIVES = ["require-trusted-types-for 'script'", 'trusted-types site-html'];
/** What the browser reports of each refusal. */
const REFUSALS = [
  /^content policy: (require-trusted-types-for|trusted-types|script-src)/,
  /^console: .*(Trusted|eval)/i,
];

/** Tries every sink that turns a string into elements or code. Returns those that ran or did not throw. */
async function tryEverySink(): Promise<string[]> {
  // Code that Playwright evaluates may use eval; code after a timer has the rights of any other script.
  await new Promise((resolve) => setTimeout(resolve));
  const ran: string[] = [];
  Object.assign(globalThis, { ranBySink: (sink: string) => ran.push(sink) });
  const code = (sink: string) => `ranBySink('${sink}')`;
  const markup = (sink: string) => `<img src="data:," onerror="${code(sink)}"><script>${code(sink)}</script>`;
  const frame = document.createElement('iframe');
  const script = document.createElement('script');
  const container = document.body.appendChild(document.createElement('div'));
  const untypedGlobals = globalThis as unknown as {
    setTimeout(text: string): void;
    eval(text: string): void;
  };
  const sinks: Record<string, () => unknown> = {
    innerHTML: () => (container.innerHTML = markup('innerHTML')),
    outerHTML: () => (container.outerHTML = markup('outerHTML')),
    insertAdjacentHTML: () => container.insertAdjacentHTML('beforeend', markup('insertAdjacentHTML')),
    fragment: () => container.append(document.createRange().createContextualFragment(markup('fragment'))),
    parser: () => new DOMParser().parseFromString(markup('parser'), 'text/html'),
    write: () => document.write(markup('write')),
    srcdoc: () => (frame.srcdoc = markup('srcdoc')),
    text: () => (script.text = code('text')),
    textContent: () => (script.textContent = code('textContent')),
    src: () => (script.src = '/other.js'),
    handler: () => container.setAttribute('onclick', code('handler')),
    eval: () => untypedGlobals.eval(code('eval')),
    'new Function': () => new Function(code('new Function'))(),
    setTimeout: () => untypedGlobals.setTimeout(code('setTimeout')),
    policy: () =>
      (container.innerHTML = trustedTypes
        .createPolicy('mine', { createHTML: (html) => html })
        .createHTML(markup('policy'))),
    defaultPolicy: () => trustedTypes.createPolicy('default', { createHTML: (html) => html }),
  };
  for (const [sink, write] of Object.entries(sinks)) {
    try {
      write();
      ran.push(`${sink} accepted the string`);
    } catch {
      // Refused, as expected.
    }
  }
  document.body.append(frame, script);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return ran;
}

test('T20 every page requires Trusted Types and allows a single policy', async () => {
  const screens = [
    paths.editBlog(1),
    paths.addBlog,
    paths.blogManager,
    paths.document('your-first-project'),
    paths.profile,
    paths.adminPublishing,
    paths.adminSystem,
  ];
  for (const path of [...(await site.listPublicPaths()), ...screens]) {
    const response = await fetch(new URL(path, site.origin), { redirect: 'manual' });
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
    expect([path, ...DIRECTIVES.filter((directive) => policy.includes(directive))]).toEqual([path, ...DIRECTIVES]);
  }
});

const screen = (path: string, waitForContent: (page: Page) => Promise<void>) => [path, waitForContent] as const;

test.each([
  screen(paths.home, (page) => page.locator('main').waitFor()),
  screen(paths.addBlog, (page) => page.locator('.ProseMirror').waitFor()),
  screen(paths.document('your-first-project'), (page) => page.locator('.prose').waitFor()),
])('T20 on %s every sink refuses strings that the policy did not create', (path, waitForContent) =>
  site.open({ expected: REFUSALS }, async (page) => {
    await signInAs(site, page);
    await page.goto(path);
    await waitForContent(page);
    expect(await page.evaluate(tryEverySink)).toEqual([]);
  }),
);

test('T20 on a page that uses the policy, a second policy of that name is refused', () =>
  site.open({ expected: REFUSALS }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.document('your-first-project'));
    await page.locator('.prose').waitFor();
    const result = await page.evaluate(() => {
      try {
        trustedTypes.createPolicy('site-html', { createHTML: (html) => html });
        return 'created';
      } catch {
        return 'refused';
      }
    });
    expect(result).toBe('refused');
  }));
