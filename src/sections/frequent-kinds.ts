import type { SectionKind } from '#api/domain/section-kinds.ts';

/** Kinds that most pages are made of. A page of these alone doesn’t load the styles of the others. */
export const frequentKinds = [
  'hero',
  'text',
  'feature_grid',
  'steps',
  'image_text',
  'film',
  'products',
  'latest_posts',
  'news',
  'questions',
  'call_to_action',
] as const satisfies readonly SectionKind[];

export const isFrequentKind = (kind: SectionKind): boolean => (frequentKinds as readonly SectionKind[]).includes(kind);
