import CallToActionSection from './call-to-action/CallToActionSection.astro';
import FeatureGridSection from './feature-grid/FeatureGridSection.astro';
import FilmSection from './film/FilmSection.astro';
import HeroSection from './hero/HeroSection.astro';
import LatestPostsSection from './latest-posts/LatestPostsSection.astro';
import NewsSection from './news/NewsSection.astro';
import ImageTextSection from './image-text/ImageTextSection.astro';
import ProductsSection from './products/ProductsSection.astro';
import QuestionsSection from './questions/QuestionsSection.astro';
import StepsSection from './steps/StepsSection.astro';
import TextSection from './text/TextSection.astro';
import type { frequentKinds } from './frequent-kinds.ts';

export const frequentSections: Record<(typeof frequentKinds)[number], (props: never) => unknown> = {
  hero: HeroSection,
  text: TextSection,
  feature_grid: FeatureGridSection,
  steps: StepsSection,
  image_text: ImageTextSection,
  film: FilmSection,
  products: ProductsSection,
  latest_posts: LatestPostsSection,
  news: NewsSection,
  questions: QuestionsSection,
  call_to_action: CallToActionSection,
};
