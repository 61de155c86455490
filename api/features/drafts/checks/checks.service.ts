import { inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { HtmlOutline } from '#api/adapters/html/html-outline.ts';
import type { Deps } from '#api/deps.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { requireFewTags } from '#api/features/drafts/content/content.service.ts';
import type { CheckContentRequest, CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';

/** Images whose largest WebP variant is larger get a warning (bytes). */
const IMAGE_WARN_BYTES = 500_000;
const UPLOADED = /^\/uploads\/([0-9a-f]{64})/;
/** A file that comes with the site, such as a drawing of the demo. */
const OWN_FILE = /^\/images\//;

/** Warnings about a post or document before it is published. None of them prevents publishing. */
export async function checkContent(
  deps: Pick<Deps, 'db' | 'site' | 'html'>,
  subject: DraftSubject,
  input: CheckContentRequest,
): Promise<CheckWarningJson[]> {
  requireFewTags(input.content);
  const outline = await deps.html.run('outlineContent', input.content);
  return [
    // A document has no description that could be missing.
    ...(subject === 'document' ? [] : checkDescription(input.description)),
    ...checkHeadings(outline.headings),
    ...checkAlt(outline.images),
    ...(await checkImages(deps, outline.images)),
    ...checkLinks(deps, outline.links),
  ];
}

function checkDescription(description: string | null): CheckWarningJson[] {
  if (description?.trim()) return [];
  const message = 'There’s no description. Lists and search results will show the start of the post.';
  return [{ kind: 'description', message, target: null }];
}

function checkHeadings(headings: HtmlOutline['headings']): CheckWarningJson[] {
  return headings.flatMap(({ level, text }, index): CheckWarningJson[] => {
    const target = { tag: 'heading', index } as const;
    const name = `‘${text.trim().slice(0, 60)}’`;
    if (!text.trim()) return [{ kind: 'headings', message: 'A heading is empty. Add text or remove it.', target }];
    // The title of the post is its heading of level 1.
    if (level === 1)
      return [
        {
          kind: 'headings',
          message: `${name} is a level 1 heading, which is for the title only. Use level 2.`,
          target,
          fixed_level: 2,
        },
      ];
    const before = headings[index - 1]?.level ?? 1;
    if (level <= before + 1) return [];
    return [
      {
        kind: 'headings',
        message: `${name} jumps from heading level ${before} to ${level}.`,
        target,
        fixed_level: before + 1,
      },
    ];
  });
}

function checkAlt(images: HtmlOutline['images']): CheckWarningJson[] {
  return images.flatMap(({ alt }, index): CheckWarningJson[] => {
    if (alt.trim()) return [];
    const message = 'An image has no alt text. Add some, unless the image is decorative.';
    return [{ kind: 'alt', message, target: { tag: 'img', index } }];
  });
}

async function checkImages({ db }: Pick<Deps, 'db'>, images: HtmlOutline['images']): Promise<CheckWarningJson[]> {
  const hashes = [...new Set(images.flatMap(({ src }) => UPLOADED.exec(src)?.[1] ?? []))];
  const rows = hashes.length === 0 ? [] : await db.orm.select().from(uploads).where(inArray(uploads.hash, hashes));
  const weight = new Map(
    rows.map((row) => [row.hash, Math.max(...row.files.filter(isWebp).map((file) => file.bytes), 0)]),
  );
  return images.flatMap(({ src }, index): CheckWarningJson[] => {
    const warn = (message: string): CheckWarningJson[] => [{ kind: 'image', message, target: { tag: 'img', index } }];
    const hash = UPLOADED.exec(src)?.[1];
    if (OWN_FILE.test(src) && !hash) return [];
    if (!hash) return warn('An image is on another site and won’t be shown. Upload it instead.');
    const bytes = weight.get(hash);
    if (bytes === undefined) return warn('An image is no longer in Media. Upload it again or remove it.');
    return bytes > IMAGE_WARN_BYTES
      ? warn(`An image is ${Math.round(bytes / 1000)} KB. A smaller one will load faster.`)
      : [];
  });
}

const isWebp = (file: { contentType: string }) => file.contentType === 'image/webp';

function checkLinks({ site }: Pick<Deps, 'site'>, links: HtmlOutline['links']): CheckWarningJson[] {
  return links.flatMap(({ href }, index): CheckWarningJson[] => {
    const path = toInternalPath(href, site.url);
    if (path === null || path.startsWith('/uploads/') || site.hasPath(path)) return [];
    return [
      { kind: 'link', message: `The link to ${path} goes to a page that doesn’t exist.`, target: { tag: 'a', index } },
    ];
  });
}

/** The path of a link into this site, or null for one that leads elsewhere or only within the page. */
function toInternalPath(href: string, siteUrl: string): string | null {
  const local = href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
  return local.startsWith('/') && !local.startsWith('//') ? (local.split(/[?#]/)[0] ?? '/') : null;
}
