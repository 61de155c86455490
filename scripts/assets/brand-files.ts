import { createOgImageRenderer, type OgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { demoPalette } from '#api/domain/brand-palette.ts';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import { createSiteContent } from '#db/queries/site-content.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { companyMark } from '#src/config/site.ts';
import { shelfOgImage } from '#src/features/openshelf/public/shelf-copy.ts';
import { motifMarks } from '#src/ui/brand/marks.ts';

type Files = Record<string, Buffer>;

const { company, language, search } = demoSettings;
const placeholders = toPlaceholderValues(
  createSiteContent({ settings: demoSettings, navigation: {}, products: demoProducts, plans: [], pages: [] }),
);

/** The icons of the company, and the manifest that names them. */
export const renderIcons = async (): Promise<Files> => {
  const { 'og.png': _, ...icons } = await withRenderer(renderDemoFiles);
  return icons;
};

/** The link-preview images of the shelf, and of every other page that has none of its own. */
export const renderOgImages = (): Promise<Files> =>
  withRenderer(async (renderer) => {
    const { 'og.png': ogImage } = await renderDemoFiles(renderer);
    const { title, eyebrow, byline } = shelfOgImage.text;
    const shelf = { name: company.name, mark: motifMarks.shelf, palette: demoPalette };
    return {
      'og.png': ogImage ?? Buffer.alloc(0),
      'og-openshelf.png': await renderer.render(
        { title, eyebrow: fillPlaceholders(eyebrow, placeholders), byline },
        shelf,
      ),
    };
  });

function renderDemoFiles(renderer: OgImageRenderer): Promise<Files> {
  const { tint, symbol, dark } = companyMark;
  return renderer.renderBrandFiles({
    ...company,
    description: search.description,
    mark: { tint, symbol, dark },
    palette: demoPalette,
    language: language.language,
  });
}

async function withRenderer<Result>(run: (renderer: OgImageRenderer) => Promise<Result>): Promise<Result> {
  const renderer = createOgImageRenderer();
  try {
    return await run(renderer);
  } finally {
    await renderer.close();
  }
}
