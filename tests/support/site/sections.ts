import { createEmptyValues, type Field, type Fields } from '#api/domain/fields.ts';
import { type SectionKind, sectionKinds } from '#api/domain/section-kinds.ts';

export const kinds = Object.keys(sectionKinds) as SectionKind[];

/** What each type of text holds; choices keep their default, unless `choose` takes another one. */
export type Texts = { text: string; richText: string; link: string };

/** Fields with everything filled in, lists with two of each. */
export function fillEveryField(fields: Fields, texts: Texts, choose = 0): Record<string, unknown> {
  const fill = (field: Field): unknown => {
    switch (field.type) {
      case 'text':
        return texts.text;
      case 'rich_text':
        return texts.richText;
      case 'link':
        return texts.link;
      case 'image':
        return { url: '/media/intro-poster.webp', alt: texts.text };
      case 'switch':
        return true;
      case 'choice':
        return Object.keys(field.options)[choose % Object.keys(field.options).length];
      case 'product':
        return choose % 2 === 0 ? 'genmate' : texts.text;
      case 'list':
        return [fillEveryField(field.item, texts, choose), fillEveryField(field.item, texts, choose)];
      default:
        return null;
    }
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fill(field)]));
}

export const toSectionId = (kind: SectionKind) => `a-${kind.replaceAll('_', '-')}`;

/** A page with a section of each kind; without texts its sections have empty fields. */
export function createPageOfAllKinds(address: string, texts: Texts | null, choose = 0): Record<string, unknown> {
  return {
    title: texts?.text ?? '',
    description: texts?.text ?? '',
    address,
    is_listed: true,
    side_menu: 'none',
    sections: kinds.map((kind) => ({
      id: toSectionId(kind),
      kind,
      is_hidden: false,
      fields: texts
        ? fillEveryField(sectionKinds[kind].fields, texts, choose)
        : createEmptyValues(sectionKinds[kind].fields),
    })),
  };
}

/** The most choices that a field has: so many pages show each of them once. */
export const CHOICES_MAX = Math.max(
  ...kinds.flatMap((kind) =>
    Object.values(sectionKinds[kind].fields as Fields).map((field) =>
      field.type === 'choice' ? Object.keys(field.options).length : 1,
    ),
  ),
);
