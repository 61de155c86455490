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
/** What the browser says of each refusal. */
const REFUSALS = [
  /^content policy: (require-trusted-types-for|trusted-types|script-src)/,
  /^console: .*(Trusted|eval)/i,
];

/** Every way that turns text into elements or code, tried as somebody would who could already call it. Answers what ran. */
async function tryEverySink(): Promise<string[]> {
  // What a test calls directly may use eval; what it calls later is like any other script.
  await new Promise((resolve) => setTimeout(resolve));
  const ran: string[] = [];
  Object.assign(globalThis, { ranBySink: (sink: string) => ran.push(sink) });
  const code = (sink: string) => `ranBySink('${sink}')`;
  const markup = (sink: string) => `<img src="data:," onerror="${code(sink)}"><script>${code(sink)}</script>`;
  const frame = document.createElement('iframe');
  const script = document.createElement('script');
  const place = document.body.appendChild(document.createElement('div'));
  const loose = globalThis as unknown as {
    setTimeout(text: string): void;
    eval(text: string): void;
  };
  const sinks: Record<string, () => unknown> = {
    innerHTML: () => (place.innerHTML = markup('innerHTML')),
    outerHTML: () => (place.outerHTML = markup('outerHTML')),
    insertAdjacentHTML: () => place.insertAdjacentHTML('beforeend', markup('insertAdjacentHTML')),
    fragment: () => place.append(document.createRange().createContextualFragment(markup('fragment'))),
    parser: () => new DOMParser().parseFromString(markup('parser'), 'text/html'),
    write: () => document.write(markup('write')),
    srcdoc: () => (frame.srcdoc = markup('srcdoc')),
    text: () => (script.text = code('text')),
    textContent: () => (script.textContent = code('textContent')),
    src: () => (script.src = '/other.js'),
    handler: () => place.setAttribute('onclick', code('handler')),
    eval: () => loose.eval(code('eval')),
    'new Function': () => new Function(code('new Function'))(),
    setTimeout: () => loose.setTimeout(code('setTimeout')),
    policy: () =>
      (place.innerHTML = trustedTypes
        .createPolicy('mine', { createHTML: (html) => html })
        .createHTML(markup('policy'))),
    defaultPolicy: () => trustedTypes.createPolicy('default', { createHTML: (html) => html }),
  };
  for (const [sink, act] of Object.entries(sinks)) {
    try {
      act();
      ran.push(`${sink} was let through`);
    } catch {
      // Refused, as it should be.
    }
  }
  document.body.append(frame, script);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return ran;
}

test('T20 every page says that no text becomes elements or code without the one policy', async () => {
  const screens = [
    paths.editBlog(1),
    paths.addBlog,
    paths.blogManager,
    paths.document(1),
    paths.profile,
    paths.adminPublishing,
  ];
  for (const path of [...(await site.allAddresses()), ...screens]) {
    const response = await fetch(new URL(path, site.origin), { redirect: 'manual' });
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
    expect([path, ...DIRECTIVES.filter((directive) => policy.includes(directive))]).toEqual([path, ...DIRECTIVES]);
  }
});

const place = (path: string, isThere: (page: Page) => Promise<void>) => [path, isThere] as const;

test.each([
  place(paths.home, (page) => page.locator('main').waitFor()),
  place(paths.addBlog, (page) => page.locator('.ProseMirror').waitFor()),
  place(paths.document(1), (page) => page.locator('.prose').waitFor()),
])('T20 on %s a sink without the policy takes nothing', (path, isThere) =>
  site.open({ expected: REFUSALS }, async (page) => {
    await signInAs(site, page);
    await page.goto(path);
    await isThere(page);
    expect(await page.evaluate(tryEverySink)).toEqual([]);
  }),
);

test('T20 where the policy is in use, nobody can make another one by its name', () =>
  site.open({ expected: REFUSALS }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.document(1));
    await page.locator('.prose').waitFor();
    const said = await page.evaluate(() => {
      try {
        trustedTypes.createPolicy('site-html', { createHTML: (html) => html });
        return 'made';
      } catch {
        return 'refused';
      }
    });
    expect(said).toBe('refused');
  }));
