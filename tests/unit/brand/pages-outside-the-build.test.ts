import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBrandPalette, demoPalette } from '#api/domain/brand-palette.ts';
import { AppError } from '#api/http/errors.ts';
import { createUnlistedPageHandler } from '#api/http/unlisted-pages.ts';
import { renderFormErrorPage } from '#api/features/waiting-list/form/form.mapper.ts';

const palette = createBrandPalette('#2a8fb5', '#e39a3b');
const values = {
  email: '',
  firstName: '',
  lastName: '',
  intent: '',
  productId: '4',
  website: '',
  proofOfWork: '',
};
const failure = new AppError('validation_failed', 'Enter your email address.');

/** Fails when the policy does not allow the styles of the page. */
function expectAllowed(html: string, policy: string | null): void {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
}

describe('pages that are not part of the build', () => {
  it.each([
    ['the palette that it is given', palette],
    ['the demo’s palette', undefined],
  ])('the waiting-list form with an error wears %s, which its policy allows', async (_, given) => {
    const page = renderFormErrorPage({ values, failure, listPath: '/x', siteName: 'Tideworks', palette: given });
    const html = String(await page.body);
    for (const name of ['paper', 'inkDark', 'pounamu', 'pounamuDark'] as const) {
      expect(html).toContain((given ?? demoPalette)[name]);
    }
    expectAllowed(html, page.policy);
  });

  /** What a preview answers whose making fails with `error`, and what was logged. */
  async function requestFailingPage(error: Error) {
    const logged: Record<string, unknown>[] = [];
    const handler = createUnlistedPageHandler(
      {
        log: pino({}, { write: (line: string) => logged.push(JSON.parse(line)) }),
        site: { url: 'https://tideworks.example' },
        palette,
      },
      () => Promise.reject(error),
      { titles: { not_found: 'No preview' }, defaultTitle: 'Preview failed', logMessage: 'failed' },
    );
    const server = createServer((request, response) => handler.handle(request, response)).listen(0);
    onTestFinished(() => void server.close());
    const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`);
    return { response, html: await response.text(), logged };
  }

  it('an unlisted page that fails wears the palette, which its policy allows', async () => {
    const { response, html, logged } = await requestFailingPage(new AppError('not_found', 'This link has expired.'));
    expect([response.status, response.headers.get('x-request-id'), logged]).toEqual([404, null, []]);
    for (const name of ['paper', 'paperDark', 'ink', 'inkDark'] as const) expect(html).toContain(palette[name]);
    expectAllowed(html, response.headers.get('content-security-policy'));
  });

  it('an unlisted page with a fault of ours names the request that the log has', async () => {
    const { response, html, logged } = await requestFailingPage(new Error('table posts: no such column'));
    const id = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(html).toContain(`Request ${id}`);
    expect(html).not.toContain('no such column');
    expect(logged).toMatchObject([{ request_id: id, msg: 'failed' }]);
  });
});
