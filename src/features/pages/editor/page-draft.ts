import { describeValue, type Fields } from '#api/domain/fields.ts';
import { sectionKinds } from '#api/domain/section-kinds.ts';
import { pageFields, type PageSection, type SitePage } from '#api/domain/site-pages.ts';
import { EMPTY_VALUE, formatDeclaredFields } from '#src/features/drafts/conflicts/declared-fields.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { createPartDraftApi, flattenDraft, flattenDraftApi } from '#src/features/drafts/part-draft-api.ts';
import { api } from '#src/lib/api-client.ts';

/**
 * A page with each section under a name of its own, and their order: two people who change different sections are no conflict.
 * A section that was removed is undefined.
 */
export type FlatPage = Readonly<Record<string, unknown>>;

const ORDER = 'order';
const PREFIX = 'section ';
export const toSectionName = (id: string) => `${PREFIX}${id}`;

export const toFlatPage = ({ sections, ...fields }: SitePage): FlatPage => ({
  ...fields,
  [ORDER]: sections.map(({ id }) => id),
  ...Object.fromEntries(sections.map((section) => [toSectionName(section.id), section])),
});

/** Sections that are in no order, as after two people have changed it, stand at the end. */
export function listSections(flat: FlatPage): PageSection[] {
  const byId = new Map(
    Object.entries(flat).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value as PageSection]] : [],
    ),
  );
  return [...new Set([...(flat[ORDER] as string[]), ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
}

export const toPage = (flat: FlatPage): SitePage =>
  ({
    ...Object.fromEntries(Object.keys(pageFields).map((name) => [name, flat[name]])),
    sections: listSections(flat),
  }) as SitePage;

/** What a change of the sections changes of the page. */
export function toSectionsChange(before: FlatPage, sections: readonly PageSection[]): FlatPage {
  const kept = new Set(sections.map(({ id }) => id));
  const removed = listSections(before).filter(({ id }) => !kept.has(id));
  return {
    [ORDER]: sections.map(({ id }) => id),
    ...Object.fromEntries(sections.map((section) => [toSectionName(section.id), section])),
    ...Object.fromEntries(removed.map(({ id }) => [toSectionName(id), undefined])),
  };
}

export const formatPageFields: FieldFormatter<FlatPage> = (flat) => {
  const sections = listSections(flat);
  const order = {
    label: 'Sections',
    value: sections.map((section) => formatSection(section)).join(', ') || EMPTY_VALUE,
  };
  const parts = sections.map((section) => [
    toSectionName(section.id),
    { label: formatSection(section), value: describeSection(section) || EMPTY_VALUE },
  ]);
  return { ...formatDeclaredFields(pageFields, flat), [ORDER]: order, ...Object.fromEntries(parts) };
};

/** What a section is called: its kind, and what distinguishes it. */
export const formatSection = (section: PageSection): string => {
  const summary = summarizeSection(section);
  return summary ? `${sectionKinds[section.kind].name}: ${summary}` : sectionKinds[section.kind].name;
};

/** The first words that it holds. */
export function summarizeSection({ kind, fields }: PageSection): string {
  const declared: Fields = sectionKinds[kind].fields;
  const values = fields as Readonly<Record<string, unknown>>;
  const named = ['heading', 'title', ...Object.keys(declared)];
  for (const name of named) {
    const field = declared[name];
    if (field?.type !== 'text' && field?.type !== 'rich_text') continue;
    const text = describeValue(field, values[name]);
    if (text) return text;
  }
  return '';
}

function describeSection({ kind, fields, is_hidden: isHidden }: PageSection): string {
  const values = fields as Readonly<Record<string, unknown>>;
  const lines = Object.entries(sectionKinds[kind].fields as Fields).flatMap(([name, field]) => {
    const value = describeValue(field, values[name]);
    return value ? [`${field.label}: ${value}`] : [];
  });
  return [...(isHidden ? ['Hidden'] : []), ...lines].join('\n');
}

const sentApi = createPartDraftApi('/api/admin/pages', 'This page was deleted. Restore it, or create another one.');
export const pageDraftApi = flattenDraftApi<SitePage, FlatPage>(sentApi, { flatten: toFlatPage, restore: toPage });

/** A page with its draft. @throws ApiError */
export async function loadPage(id: number, signal: AbortSignal) {
  const { page, live_draft: liveDraft, draft } = await api.get('/api/admin/pages/:id/draft', { param: { id }, signal });
  const { title, status, revision, updated_at, live_address, is_removable } = page;
  return {
    id,
    live: { title, status, revision, updated_at, live_address, is_removable },
    liveDraft: flattenDraft(liveDraft, toFlatPage),
    draft: draft && flattenDraft(draft, toFlatPage),
  };
}

/** The page as it would be published. */
export const renderPreview = (id: number, fields: SitePage, signal: AbortSignal) =>
  api.post('/api/admin/pages/:id/preview', { param: { id }, json: { fields }, signal });
