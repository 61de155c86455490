import { completeValues, type FieldValues } from '#api/domain/fields.ts';
import { type SectionKind, sectionKinds } from '#api/domain/section-kinds.ts';
import { completePage, type PageSection, type pageFields, type SitePage } from '#api/domain/site-pages.ts';

type Given<Values> = {
  [Name in keyof Values]?: Values[Name] extends (infer Item)[] ? Given<Item>[] : Values[Name];
};

/** A section with what is not said left empty. */
export const defineSection = <Kind extends SectionKind>(
  kind: Kind,
  id: string,
  fields: Given<FieldValues<(typeof sectionKinds)[Kind]['fields']>>,
): PageSection =>
  ({ id, kind, is_hidden: false, fields: completeValues(sectionKinds[kind].fields, fields) }) as PageSection;

export const definePage = (
  page: Given<FieldValues<typeof pageFields>> & { title: string; address: string; sections: PageSection[] },
): SitePage => completePage({ is_listed: true, ...page });

export const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
