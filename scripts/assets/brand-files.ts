import { createOgImageRenderer, type OgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { demoPalette } from '#api/domain/brand-palette.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { companyMark } from '#src/config/site.ts';
import { motifMarks } from '#src/ui/brand/marks.ts';

type Files = Record<string, Buffer>;

const { company, language, search } = demoSettings;
const isOgImage = (file: string) => file.startsWith('og');

/** The icons of the company, and the manifest that names them. */
export const renderIcons = async (): Promise<Files> => {
  const files = Object.entries(await withRenderer(renderDemoFiles));
  return Object.fromEntries(files.filter(([file]) => !isOgImage(file)));
};

/** The link-preview images of the shelf, and of every other page that has none of its own. */
export const renderOgImages = (): Promise<Files> =>
  withRenderer(async (renderer) => {
    const files = Object.entries(await renderDemoFiles(renderer));
    return Object.fromEntries(files.filter(([file]) => isOgImage(file)));
  });

function renderDemoFiles(renderer: OgImageRenderer): Promise<Files> {
  const { tint, symbol, dark } = companyMark;
  return renderer.renderBrandFiles({
    ...company,
    description: search.description,
    mark: { tint, symbol, dark },
    shelf: demoProducts.find(({ key }) => key === 'openshelf')?.name ?? '',
    shelfMark: motifMarks.shelf,
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
