import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import { createSiteContent } from '#db/queries/site-content.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

/** What the demo's owner has published. */
export const demoContent = createSiteContent({
  settings: demoSettings,
  navigation: demoNavigation,
  products: demoProducts,
  plans: demoPlans,
  pages: demoPages,
});

const values = toPlaceholderValues(demoContent);

/** The menus of the header as visitors read them. */
export const demoMenu = JSON.parse(
  fillPlaceholders(JSON.stringify(demoContent.navigation.menu), values),
) as typeof demoContent.navigation.menu;

/** The questions of a page as visitors read them. */
export function listDemoQuestions(address: string): { question: string; answer: string }[] {
  return (demoContent.pages.get(address)?.sections ?? [])
    .flatMap((section) => (section.kind === 'questions' ? section.fields.items : []))
    .map(({ question, answer }) => ({ question, answer: fillPlaceholders(answer, values) }));
}
