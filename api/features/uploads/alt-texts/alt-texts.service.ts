import { and, eq, inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { extractUploadHashes } from '#api/domain/image-variants.ts';
import { ALT_MAX_LENGTH } from '#api/features/uploads/uploads.contract.ts';
import { updateUploadAlt } from '#api/features/uploads/uploads.service.ts';

type AltTextDeps = Pick<Deps, 'db' | 'clock' | 'html' | 'publisher' | 'log'>;

/**
 * Gives images of the library that have no alt text the first one that a published text gives them, so that it is offered where
 * they are used next. A failure is only logged: the text is published.
 */
export async function adoptAltTexts(deps: AltTextDeps, content: string, userId: number): Promise<void> {
  const { db, html, log } = deps;
  const hashes = extractUploadHashes(content);
  if (hashes.length === 0) return;
  try {
    const missing = await db.orm
      .select({ id: uploads.id, hash: uploads.hash })
      .from(uploads)
      .where(and(inArray(uploads.hash, hashes), eq(uploads.alt, '')));
    if (missing.length === 0) return;
    const { images } = await html.run('outlineContent', content);
    for (const { id, hash } of missing) {
      const alt = images.find((image) => image.alt.trim() !== '' && extractUploadHashes(image.src).includes(hash))?.alt;
      if (alt) await updateUploadAlt(deps, id, { alt: alt.trim().slice(0, ALT_MAX_LENGTH), userId });
    }
  } catch (error) {
    log.warn({ err: error }, 'alt texts of a published text not taken over into the library');
  }
}
