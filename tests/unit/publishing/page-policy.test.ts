import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPagePolicy } from '#api/publishing/render/page-policy.ts';

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const script = (text: string) => `<script type="module">${text}</script>`;
const style = (text: string) => `<style>${text}</style>`;

/** As Astro writes it: the scripts and styles of the whole site. */
const ASTRO_POLICY = `default-src 'none'; script-src 'self' ${['one()', 'two()'].map(hashSource).join(' ')}; style-src 'self' ${['a{}', 'b{}'].map(hashSource).join(' ')};`;

const POLICY_END =
  "require-trusted-types-for 'script'; trusted-types site-html; frame-ancestors 'none'; report-uri /api/csp-report; report-to csp";

const createPolicy = (html: string) => createPagePolicy(ASTRO_POLICY, Buffer.from(html), 'http://localhost');

describe('the policy of a page', () => {
  it('lists the hashes of exactly the inline scripts and styles of the page', () => {
    expect(createPolicy(style('b{}') + script('one()'))).toBe(
      `default-src 'none'; script-src 'self' ${hashSource('one()')}; style-src 'self' ${hashSource('b{}')}; ${POLICY_END}`,
    );
    expect(createPolicy('<p>Text</p><script src="/_astro/x.js"></script>')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; ${POLICY_END}`,
    );
  });

  it('T20 never allows a script that is not in the policy of Astro', () => {
    const policy = createPolicy(`${script('steal()')}<script>steal()</script>${script('one()')}`);
    expect(policy).toContain(hashSource('one()'));
    expect(policy).not.toContain(hashSource('steal()'));
  });

  it.each([
    ['an attribute', '<img alt="<script>">'],
    ['an attribute that ends the element', '<img alt="<script>" title="</script>">'],
    ['an attribute of the other kind', '<img alt="<style>">'],
    ['a comment', '<!-- <script> -->'],
    ['a script', script('const text = "<style>";')],
  ])('ignores what looks like an element in %s', (_place, html) => {
    const policy = createPolicy(html + script('two()') + style('a{}'));
    expect(policy).toContain(`script-src 'self' ${hashSource('two()')};`);
    expect(policy).toContain(`style-src 'self' ${hashSource('a{}')};`);
  });

  it('allows frames of exactly the hosts of embeds on the page', () => {
    const embed = (frame: string) => `<figure class="embed embed-video" data-frame="${frame}"><button>`;
    expect(
      createPolicy(embed('https://player.vimeo.com/video/1') + embed('https://open.spotify.com/embed/x')),
    ).toContain('; frame-src https://open.spotify.com https://player.vimeo.com; require-trusted');
    for (const none of [
      '<p>data-frame="https://evil.example/"</p>',
      '<p>&lt;figure class="embed embed-video" data-frame="https://evil.example/"&gt;</p>',
      embed('http://evil.example/'),
      embed('https://evil.example; script-src *//'),
    ])
      expect(createPolicy(none)).not.toContain('frame-src');
  });

  it('includes upgrade-insecure-requests on an HTTPS site', () => {
    expect(createPagePolicy("default-src 'none'", Buffer.alloc(0), 'https://a.example')).toBe(
      `default-src 'none'; ${POLICY_END.replace('report-uri', 'upgrade-insecure-requests; report-uri')}`,
    );
  });
});
