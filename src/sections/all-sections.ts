import type { SectionKind } from '#api/domain/section-kinds.ts';
import ComparisonSection from './comparison/ComparisonSection.astro';
import ContactSection from './contact/ContactSection.astro';
import LegalSection from './legal/LegalSection.astro';
import PlansSection from './plans/PlansSection.astro';
import QuotesSection from './quotes/QuotesSection.astro';
import SampleSection from './sample/SampleSection.astro';
import SectionMenuSection from './section-menu/SectionMenuSection.astro';
import TeamSection from './team/TeamSection.astro';
import TimelineSection from './timeline/TimelineSection.astro';
import { frequentSections } from './frequent-sections.ts';

/** The component of each kind. */
export const allSections: Record<SectionKind, (props: never) => unknown> = {
  ...frequentSections,
  quotes: QuotesSection,
  team: TeamSection,
  timeline: TimelineSection,
  plans: PlansSection,
  comparison: ComparisonSection,
  contact: ContactSection,
  section_menu: SectionMenuSection,
  sample: SampleSection,
  legal: LegalSection,
};
