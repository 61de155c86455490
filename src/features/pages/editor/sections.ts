import { createEmptyValues } from '#api/domain/fields.ts';
import { type SectionKind, type SectionKindDeclaration, sectionKinds } from '#api/domain/section-kinds.ts';
import type { PageSection } from '#api/domain/site-pages.ts';

/** A section without content. */
export const createSection = (kind: SectionKind, others: readonly PageSection[]): PageSection =>
  ({
    id: createSectionId(kind.replaceAll('_', '-'), others),
    kind,
    is_hidden: false,
    fields: createEmptyValues(sectionKinds[kind].fields),
  }) as PageSection;

export const copySection = (section: PageSection, others: readonly PageSection[]): PageSection => ({
  ...structuredClone(section),
  id: createSectionId(section.id.replace(/-\d+$/, ''), others),
});

/** 'hero', 'hero-2': also the anchor of the section. */
function createSectionId(base: string, others: readonly PageSection[]): string {
  const taken = new Set(others.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

type KindChoice = { kind: SectionKind; name: string; hint: string };

/** The kinds whose name or purpose has all of the words. */
export function findKinds(search: string): KindChoice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (Object.entries(sectionKinds) as [SectionKind, SectionKindDeclaration][]).flatMap(([kind, { name, hint }]) => {
    const text = `${name} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [{ kind, name, hint }] : [];
  });
}
