import type { Field, Fields } from './fields.ts';
import { sectionKinds } from './section-kinds.ts';
import type { SitePage } from './site-pages.ts';

/** What the sections of a page say, as HTML: headings, texts and lists in the order of their fields; not what only says how it looks. */
export const listPageTexts = ({ sections }: Pick<SitePage, 'sections'>): string =>
  sections
    .filter(({ is_hidden: isHidden }) => !isHidden)
    .map(({ kind, fields }) => writeFields(sectionKinds[kind].fields, fields, 'h2'))
    .join('');

const HEADINGS = new Set(['heading', 'title']);
const NAMES = new Set(['name', 'question', 'label']);
/** What means nothing outside of its section. */
const LEFT_OUT = new Set(['plan', 'duration', 'action_hint', 'contents_label', 'contents']);

function writeFields(declared: Fields, values: Readonly<Record<string, unknown>>, heading: 'h2' | 'h3'): string {
  return Object.entries(declared)
    .map(([name, field]) => writeField(name, field, values[name], { heading, href: values.href }))
    .join('');
}

function writeField(
  name: string,
  field: Field,
  value: unknown,
  { heading, href }: { heading: 'h2' | 'h3'; href: unknown },
): string {
  if (LEFT_OUT.has(name)) return '';
  if (field.type === 'list')
    return (value as Record<string, unknown>[]).map((item) => writeFields(field.item, item, 'h3')).join('');
  if (typeof value !== 'string' || value === '') return '';
  if (field.type === 'rich_text') return value;
  if (field.type !== 'text' || field.format !== 'plain') return '';
  const text = escapeHtml(value);
  if (name === 'label' && typeof href === 'string')
    return href === '' ? '' : `<p><a href="${escapeHtml(href)}">${text}</a></p>`;
  if (HEADINGS.has(name) || (heading === 'h3' && NAMES.has(name))) return `<${heading}>${text}</${heading}>`;
  return `<p>${text}</p>`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
