import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { addDraftRibbon } from '#api/features/previews/page/page.service.ts';
import { formatPreviewSubject, parsePreviewSubject, requireMaker } from '#api/features/previews/makers.service.ts';
import type { RenderedPage } from '#api/publishing/render/astro-renderer.ts';
import { loadDraftedSiteContent } from '#db/queries/site-content.ts';

const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1000;
const PURPOSE = 'site-preview';
/** In place of the thing that other previews show: it is the whole site. */
const SUBJECT = 'site';

const NOTHING_HERE = 'There’s no page at this address, also not with the drafts.';

/** A link to the site with all its drafts that anybody may open for seven days, while its maker publishes the site. */
export function createSitePreviewLink(
  { secrets, clock, site }: Pick<Deps, 'secrets' | 'clock' | 'site'>,
  makerId: number | null = null,
) {
  const expiresAt = clock.now() + LINK_TTL_MS;
  const token = createSignedToken(secrets, {
    purpose: PURPOSE,
    value: formatPreviewSubject(SUBJECT, makerId),
    expiresAt,
  });
  return { url: `${site.url}/preview/${token}/`, expires_at: toIso(expiresAt) };
}

/** What is at an address of the preview: a page, or what is not a page and the same for everyone. */
type Previewed = { page: RenderedPage } | { location: string };

/** Shows the site as it would be if every draft of it were published. Posts and documents are as visitors have them. */
export function createSitePreviewer(deps: Deps) {
  const { db, secrets, clock, site, html, payments, publisher, previewQueue } = deps;

  async function render(path: string, base: string, signal: AbortSignal): Promise<Previewed> {
    const drafted = await loadDraftedSiteContent(db, payments !== null);
    // Moved or deleted by a draft.
    if (site.pages.has(path) && !drafted.pages.has(path)) throw notFoundError(NOTHING_HERE);
    const isPage = drafted.pages.has(path) || site.listPages().includes(path);
    if (!isPage && !path.startsWith('/styles/')) {
      // Scripts, images, and screens that are no part of the published site.
      if (/^\/(_astro|media)\//.test(path) || site.hasPath(path)) return { location: path };
      throw notFoundError(NOTHING_HERE);
    }
    const page = await previewQueue.add(() => publisher.dryRun.previewSite(drafted, path), signal);
    if (page.status !== 200) throw notFoundError(NOTHING_HERE);
    if (!page.contentType.startsWith('text/html')) return { page };
    const location = { base, siteUrl: site.url };
    const body = await html.forClient(signal).run('rewriteUrls', page.body.toString(), location);
    return {
      page: addDraftRibbon({ ...page, body: Buffer.from(body) }, 'The site with all drafts. Not published yet.'),
    };
  }

  return {
    /**
     * Null for a token of something else.
     * @throws gone, not_found, QueueFullError, RenderError, ClientGoneError
     */
    async open(token: string, path: string, signal: AbortSignal): Promise<Previewed | null> {
      const verified = verifySignedToken(secrets, token, { purpose: PURPOSE, now: clock.now() });
      if (!verified) return null;
      if (verified.isExpired) throw new AppError('gone', 'This link has expired. Ask for a new one.');
      await requireMaker(deps, parsePreviewSubject(verified.value).makerId, 'site.publish');
      return render(path, `/preview/${token}`, signal);
    },
  };
}
