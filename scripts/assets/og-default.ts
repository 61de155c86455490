import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { company } from '#src/config/site.ts';

/** The link-preview image of every page that has none of its own. */
export async function renderOgDefault(): Promise<Record<string, Buffer>> {
  const renderer = createOgImageRenderer({ mark: company.mark });
  try {
    return {
      'og.png': await renderer.render({ title: company.greeting, eyebrow: company.name, byline: company.tagline }),
    };
  } finally {
    await renderer.close();
  }
}
