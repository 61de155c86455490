import type { Deps } from '#api/deps.ts';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import { pagePart } from '#api/features/pages/part/part.service.ts';
import { requireLive } from '#api/features/drafts/drafts.service.ts';

/**
 * The page as it would be published with these fields, saved or not; settings, menus and other pages are as visitors have them. It is
 * rendered in its turn, unless its client leaves before. @throws not_found, validation_failed, QueueFullError, RenderError, ClientGoneError
 */
export async function previewPage(
  { db, html, publisher, previewQueue }: Pick<Deps, 'db' | 'html' | 'publisher' | 'previewQueue'>,
  id: number,
  fields: SitePage,
  client: AbortSignal,
): Promise<PreviewJson> {
  await requireLive(db, pagePart, id);
  const page = (await pagePart.prepareFields?.(html, fields)) ?? fields;
  const { body } = await previewQueue.add(() => publisher.dryRun.previewPage(page), client);
  return separateStyles(body.toString());
}

/** The policy of the screen that shows it would refuse inline styles: they come apart, in their order. */
export function separateStyles(html: string): PreviewJson {
  const styles: string[] = [];
  const rest = html.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_element, css: string) => {
    styles.push(css);
    return '';
  });
  return { html: rest, styles: styles.join('\n') };
}
