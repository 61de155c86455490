import { createHash } from 'node:crypto';
import type { RenderedPage } from '#api/publishing/render/astro-renderer.ts';

const STYLE =
  '.draft-ribbon{position:sticky;top:0;z-index:60;padding:.375rem 1rem;background:var(--kowhai);color:var(--on-kowhai);' +
  'font:600 .9375rem/1.4 system-ui,sans-serif;text-align:center}';
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const formatRibbon = (text: string) => `<aside class="draft-ribbon" aria-label="Preview">${text}</aside>`;

/** The page with a line on top that says it is a draft; the style of that line is allowed by its hash. */
export function addDraftRibbon(
  { body, policy, ...page }: RenderedPage,
  text = 'Draft. Not published yet.',
): RenderedPage {
  const html = body
    .toString()
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(/<body[^>]*>/, (tag) => tag + formatRibbon(text));
  const allowed = policy?.replace(/style-src(-elem)? /g, (directive) => `${directive}${STYLE_HASH} `) ?? null;
  return { ...page, body: Buffer.from(html), policy: allowed };
}
