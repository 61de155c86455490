import type { Catalogue, Plan } from './catalogue-types.ts';
import { escapeHtml } from './escape-html.ts';
import type { Field, Fields } from './fields.ts';
import { isFreePlan } from './catalogue.ts';
import { formatPlanPrices } from './plan-words.ts';
import { sectionKinds } from './section-kinds.ts';
import type { PageSection, SitePage } from './site-pages.ts';

type Sold = Pick<Catalogue, 'products' | 'plans'>;

/**
 * What the sections of a page say, as HTML: headings, texts and lists in the order of their fields, and plans with their prices; not what only
 * says how it looks.
 */
export const listPageTexts = ({ sections }: Pick<SitePage, 'sections'>, sold: Sold): string =>
  sections
    .filter(({ is_hidden: isHidden }) => !isHidden)
    .map((section) => {
      const texts = writeFields(sectionKinds[section.kind].fields, section.fields, 'h2');
      return section.kind === 'plans' ? texts + writePlans(section.fields, sold) : texts;
    })
    .join('');

type PlansFields = Extract<PageSection, { kind: 'plans' }>['fields'];

function writePlans({ product: key, layout, audiences }: PlansFields, { products, plans }: Sold): string {
  const product = products.find((each) => each.key === key);
  const isShown = { cards: (plan: Plan) => !isFreePlan(plan), table: () => true, free: isFreePlan }[layout];
  return plans
    .filter((plan) => plan.productId === product?.id && !plan.isArchived && isShown(plan))
    .map((plan) => {
      const { key, planName, features } = plan;
      const audience = audiences.find((each) => each.plan === planName || each.plan === key)?.text ?? '';
      const items = features.map((feature) => `<li>${escapeHtml(feature)}</li>`);
      return [
        `<h3>${escapeHtml(`${planName}, ${formatPlanPrices(plan)}`)}</h3>`,
        audience === '' ? '' : `<p>${escapeHtml(audience)}</p>`,
        items.length === 0 || layout === 'table' ? '' : `<ul>${items.join('')}</ul>`,
      ].join('');
    })
    .join('');
}

const HEADINGS = new Set(['heading', 'title']);
const NAMES = new Set(['name', 'question', 'label']);
/** What means nothing outside of its section. */
const LEFT_OUT = new Set(['plan', 'audiences', 'duration', 'action_hint', 'contents_label', 'contents']);

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
