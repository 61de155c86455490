import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import type { OgImageMark, OgImageText } from '#api/adapters/og-images/og-image-layout.ts';
import { company, companyMark } from '#src/config/site.ts';
import { shelfOgImage } from '#src/features/openshelf/public/shelf-copy.ts';
import { productMarks } from '#src/ui/brand/marks.ts';

/** The link-preview images of the shelf, and of every other page that has none of its own. */
export const renderOgImages = async (): Promise<Record<string, Buffer>> => ({
  'og.png': await draw(companyMark, { title: company.greeting, eyebrow: company.name, byline: company.tagline }),
  'og-openshelf.png': await draw(productMarks.openshelf, shelfOgImage.text),
});

async function draw(mark: OgImageMark, text: OgImageText): Promise<Buffer> {
  const renderer = createOgImageRenderer({ mark });
  try {
    return await renderer.render(text);
  } finally {
    await renderer.close();
  }
}
