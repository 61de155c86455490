import type { SectionKind } from '#api/domain/section-kinds.ts';
import type { PageSection } from '#api/domain/site-pages.ts';

/** Where a section stands. */
export type Place = {
  /** Of its page. */
  address: string;
  /** Beside a menu: then it is a part of one column, with no ground of its own. */
  isBesideMenu: boolean;
};

/** What the component of a kind gets: its fields with placeholders filled in. */
export type SectionProps<Kind extends SectionKind> = {
  id: string;
  fields: Extract<PageSection, { kind: Kind }>['fields'];
  place: Place;
};
