import { describe, expect, it } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { addResponsiveImages } from '#api/publishing/render/responsive-images.ts';

const HASH = 'ab'.repeat(32);
const file = (size: string, format = 'webp') => `/uploads/${HASH}-${size}.${format}`;
const img = (more = '', src = file('1000x500')) =>
  `<img src="${src}" alt="A &lt;quiet&gt; &quot;harbour&quot;"${more} />`;
const render = (html: string) => addResponsiveImages(sanitizeContent(html));

describe('uploaded images in content', () => {
  it('get all variants as AVIF and WebP, with width and height', () => {
    const srcset = (format: string) =>
      `${file('480x240', format)} 480w, ${file('960x480', format)} 960w, ${file('1000x500', format)} 1000w`;
    const sizes = 'sizes="min(640px, calc(100vw - 2.25rem))"';
    expect(render(`<figure>${img(' width="1000" height="500"')}<figcaption>Nelson</figcaption></figure>`)).toBe(
      `<figure><picture><source type="image/avif" srcset="${srcset('avif')}" ${sizes}>` +
        `<img src="${file('1000x500')}" srcset="${srcset('webp')}" ${sizes} ` +
        `alt="A &lt;quiet&gt; &quot;harbour&quot;" width="1000" height="500" decoding="async"></picture>` +
        `<figcaption>Nelson</figcaption></figure>`,
    );
  });

  it('that are wider than the text, or stand side by side, are loaded in a size that fits', () => {
    const getSizes = (layout: string) =>
      /sizes="([^"]*)"/.exec(render(`<figure data-layout="${layout}">${img()}</figure>`))?.[1];
    expect(getSizes('wide')).toBe('min(736px, 100vw)');
    expect(getSizes('full')).toBe('min(1216px, 100vw)');
    expect(getSizes('gallery')).toBe('min(320px, calc(100vw - 2.25rem))');
    expect(render(`<figure data-layout="full">${img()}</figure>${img()}`)).toContain('min(640px, ');
  });

  it('keep a valid given size, and otherwise get their own', () => {
    expect(render(img(' width="300" height="150"'))).toMatch(/sizes="min\(300px, .* width="300" height="150"/);
    expect(render(img(' width="300"'))).toContain(' width="300" height="150"');
    for (const more of ['', ' width="100%"', ' width="0" height="5"', ' width="x&quot; onload=&quot;y"']) {
      expect(render(img(more))).toContain(' width="1000" height="500"');
    }
  });

  it('are loaded lazily except near the top', () => {
    const [first, second] = render(`<p>Words</p>${img()}<p>${'Many words. '.repeat(100)}</p>${img()}`).split(
      '</picture>',
    );
    expect(first).not.toContain('loading=');
    expect(second).toContain('loading="lazy"');
  });

  it('that are animated have no AVIF variant', () => {
    const html = render(img('', `/uploads/${HASH}-300x200-animated.webp`));
    expect(html).not.toContain('avif');
    expect(html).toContain(`srcset="/uploads/${HASH}-300x200-animated.webp 300w"`);
  });

  it.each(['https://example.com/x.webp', '/media/x.webp', `/uploads/${HASH}.mp4`, `https://example.com${file('9x9')}`])(
    'are the only ones changed: %s is not',
    (src) => {
      expect(render(img('', src))).toBe(sanitizeContent(img('', src)));
    },
  );

  it('T20 do not bypass the sanitiser', () => {
    const hostileHtml = [
      `<img src="${file('9x9')}" alt='"><script>alert(1)</script>' title="&quot; onerror=&quot;alert(1)">`,
      `<picture><source srcset="javascript:alert(1)"><img src="${file('9x9')}" srcset="x" sizes="y" onerror="z"></picture>`,
      `<img src="${file('9x9')}" alt="</picture><img src=x onerror=alert(1)>">`,
    ];
    for (const html of hostileHtml) {
      const rendered = render(html);
      const bare = rendered.replace(/"[^"]*"/g, '""');
      expect(bare).not.toMatch(/<script|onerror/);
      expect(bare.match(/<img/g)).toHaveLength(1);
    }
  });
});
