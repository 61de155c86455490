/**
 * The kinds of sections of which pages are made. A new one is an entry here, its component in `src/sections` and a line in the table
 * there: form, checks and the list of changes follow from the declaration.
 */
import {
  choiceField,
  type Fields,
  imageField,
  linkField,
  listField,
  productField,
  richTextField,
  switchField,
  textField,
} from './fields.ts';
import { drawings } from './drawings.ts';

export type SectionKindDeclaration = {
  /** What people call it. */
  name: string;
  /** What it is good for, in the list to choose from. */
  hint: string;
  fields: Fields;
};

const backgrounds = { paper: 'Paper', sunken: 'Sunken', tint: 'Tinted', deep: 'Dark' } as const;

const title = (options: { hint?: string } = {}) => textField('Title', { max: 160, ...options });
const lead = textField('Text below the title', { max: 600, rows: 3 });
const text = (label = 'Text') => textField(label, { max: 1_000, rows: 3 });
const note = (label = 'Note') => richTextField(label, { max: 2_000 });
const background = choiceField('Background', backgrounds);
const spacing = choiceField('Space around', { wide: 'Wide', narrow: 'Narrow' });
const drawing = choiceField('Drawing', drawings, { hint: 'An image of your own takes its place.' });

const links = (label: string, itemName: string) =>
  listField(label, {
    item: {
      label: textField('Words', { max: 80, required: true }),
      href: linkField('Leads to', { required: true }),
    },
    itemName,
    max: 12,
  });

const actions = listField('Buttons', {
  item: {
    label: textField('Words', { max: 80, required: true }),
    href: linkField('Leads to', { required: true }),
    look: choiceField('Look', { primary: 'Filled', secondary: 'Outlined', link: 'Link' }),
  },
  itemName: 'button',
  max: 6,
});

const items = (options: { label?: string; itemName?: string } = {}) =>
  listField(options.label ?? 'Items', {
    item: {
      eyebrow: textField('Small line above', { max: 80 }),
      name: textField('Name', { max: 120, required: true }),
      text: text(),
    },
    itemName: options.itemName ?? 'item',
    max: 40,
  });

const namedItem = { name: textField('Name', { max: 120, required: true }), text: text() };

export const sectionKinds = {
  hero: {
    name: 'Hero',
    hint: 'The headline of a page, with buttons and an image',
    fields: {
      eyebrow: textField('Small line above the headline', { max: 120 }),
      heading: textField('Headline', { max: 160, required: true }),
      lead,
      size: choiceField('Size', { normal: 'Normal', wide: 'Wide', large: 'Large', opening: 'Opening of the site' }),
      product_menu: productField('Product menu', { hint: 'Links to the pages of this product, above the headline.' }),
      actions,
      plan: textField('Plan', { max: 60, hint: 'If filled in, the first button subscribes to the plan of this name.' }),
      note: note('Small print'),
      remark: text('Remark beside a line'),
      claims: listField('Claims', { item: namedItem, itemName: 'claim', max: 6 }),
      contents_label: textField('What the list of contents lists', { max: 80 }),
      contents: listField('Contents', {
        item: {
          label: textField('Words', { max: 120, required: true }),
          href: linkField('Leads to', { required: true }),
          note: textField('Note', { max: 80 }),
        },
        itemName: 'link',
        max: 24,
      }),
      drawing,
      image: imageField('Image'),
      list_title: textField('Title of the list in place of an image', { max: 120 }),
      list: listField('List in place of an image', {
        item: { text: textField('Text', { max: 200, required: true }) },
        itemName: 'line',
        max: 20,
      }),
    },
  },
  text: {
    name: 'Text',
    hint: 'Formatted text, as in a post',
    fields: {
      title: title(),
      text: richTextField('Text', { max: 60_000 }),
      note: textField('Muted last paragraph', { max: 600, rows: 2 }),
      layout: choiceField('Layout', {
        plain: 'Title above',
        beside: 'Title beside',
        beside_large: 'Title beside, large text',
        quoted: 'Behind a line',
      }),
      actions,
      background,
      spacing,
    },
  },
  feature_grid: {
    name: 'Feature grid',
    hint: 'What something has or does, item by item',
    fields: {
      title: title(),
      lead,
      items: items({ itemName: 'feature' }),
      layout: choiceField('Layout', {
        beside: 'Name beside text',
        two_columns: 'Two columns',
        three_columns: 'Three columns',
        compact: 'Two columns, compact',
        table: 'Table',
        statements: 'Large sentences',
      }),
      actions,
      background,
    },
  },
  steps: {
    name: 'Steps',
    hint: 'One after the other, with numbers',
    fields: {
      title: title(),
      is_title_hidden: switchField('Title for screen readers only'),
      lead,
      items: items({ label: 'Steps', itemName: 'step' }),
      layout: choiceField('Layout', {
        list: 'List',
        beside: 'List beside the title',
        columns: 'Three columns',
        large: 'Three columns, large numbers',
        line: 'Along a line, without numbers',
      }),
      links: links('Links below', 'link'),
      background,
      spacing,
    },
  },
  image_text: {
    name: 'Image and text',
    hint: 'An image, alone or beside text',
    fields: {
      title: title(),
      text: richTextField('Text', { max: 10_000 }),
      drawing,
      image: imageField('Image'),
      side: choiceField('Side', { right: 'On the right', left: 'On the left' }),
      actions,
      background,
    },
  },
  film: {
    name: 'Film',
    hint: 'A film that visitors start, beside text',
    fields: {
      eyebrow: textField('Small line above the title', { max: 120 }),
      title: title(),
      lead,
      points: listField('Points', {
        item: { text: textField('Text', { max: 200, required: true }) },
        itemName: 'point',
        max: 12,
      }),
      actions,
      film: linkField('Film', { hint: 'The address of an MP4 file in Media.', isOwnFile: true }),
      poster: imageField('Image before it starts', { needsAlt: false }),
      captions: linkField('Captions', { hint: 'The address of a VTT file in Media.', isOwnFile: true }),
      description: textField('What the film shows', { max: 200, hint: 'For people who can’t see it.' }),
      duration: textField('Length', { max: 10, hint: 'Minutes and seconds, such as 0:20.' }),
      background,
    },
  },
  quotes: {
    name: 'Quotes',
    hint: 'What others say',
    fields: {
      title: title(),
      items: listField('Quotes', {
        item: {
          text: textField('Quote', { max: 1_000, rows: 4, required: true }),
          name: textField('Who says it', { max: 120, required: true }),
          role: textField('Role', { max: 120 }),
          image: imageField('Portrait', { needsAlt: false }),
        },
        itemName: 'quote',
        max: 20,
      }),
      background,
    },
  },
  team: {
    name: 'Team',
    hint: 'People with their names and roles',
    fields: {
      title: title(),
      people: listField('People', {
        item: {
          name: textField('Name', { max: 120, required: true }),
          role: textField('Role', { max: 120 }),
          image: imageField('Portrait', { needsAlt: false }),
        },
        itemName: 'person',
        max: 100,
      }),
      background,
    },
  },
  timeline: {
    name: 'Timeline',
    hint: 'What happened when',
    fields: {
      title: title(),
      entries: listField('Entries', {
        item: {
          date: textField('Month', { max: 7, format: 'month', hint: 'Year and month, such as 2024-07.' }),
          when: textField('Date as shown', { max: 60, hint: 'The month, if empty.' }),
          name: textField('Name', { max: 120, required: true }),
          text: text(),
        },
        itemName: 'entry',
        max: 100,
      }),
      next: note('What comes next'),
      background,
    },
  },
  plans: {
    name: 'Plans',
    hint: 'Plans of a product with their prices, as cards or compared; shown once it has plans',
    fields: {
      product: productField('Product', { required: true }),
      layout: choiceField('Layout', { cards: 'Cards', table: 'Table', free: 'The free plan' }),
      title: title(),
      text: text(),
      audiences: listField('For whom each plan is', {
        item: {
          plan: textField('Plan', { max: 60, required: true }),
          text: textField('Text', { max: 300, rows: 2, required: true }),
        },
        itemName: 'plan',
        max: 12,
      }),
      actions,
      note: note('Small print'),
      background,
      spacing,
    },
  },
  comparison: {
    name: 'Comparison',
    hint: 'A table with a column for each choice',
    fields: {
      title: title(),
      caption: textField('What the table compares', { max: 200, hint: 'For screen readers.' }),
      columns: listField('Columns', {
        item: { name: textField('Name', { max: 60, required: true }) },
        itemName: 'column',
        max: 5,
      }),
      rows: listField('Rows', {
        item: {
          label: textField('Name', { max: 80, required: true }),
          cells: listField('Cells', { item: { text: textField('Text', { max: 300 }) }, itemName: 'cell', max: 5 }),
        },
        itemName: 'row',
        max: 40,
      }),
      background,
    },
  },
  products: {
    name: 'Products',
    hint: 'Products with their marks',
    fields: {
      title: title(),
      lead,
      cards: listField('Cards', {
        hint: 'Without cards and lines, there is a card for each product.',
        item: {
          product: productField('Product', { required: true }),
          name: textField('Name', { max: 60, hint: 'The product’s own, if empty.' }),
          text: textField('Text', { max: 1_000, rows: 3, hint: 'The product’s tagline, if empty.' }),
          note: textField('Note', { max: 300 }),
          action: textField('Button', { max: 60, hint: 'If empty, it leads to the product’s waiting list or page.' }),
          action_hint: textField('What the button leads to', { max: 120, hint: 'For screen readers.' }),
          href: linkField('Leads to'),
          look: choiceField('Look of the button', { primary: 'Filled', secondary: 'Outlined' }),
        },
        itemName: 'card',
        max: 8,
      }),
      lines: listField('Lines', {
        item: {
          product: productField('Product', { required: true }),
          label: textField('Link', { max: 60, required: true }),
          href: linkField('Leads to', { required: true }),
          text: textField('Text after it', { max: 300 }),
        },
        itemName: 'line',
        max: 20,
      }),
      background,
    },
  },
  latest_posts: {
    name: 'Latest posts',
    hint: 'The three newest posts of the blog',
    fields: {
      title: title(),
      action: textField('Button', { max: 60 }),
      href: linkField('Leads to'),
      background,
    },
  },
  news: {
    name: 'News line',
    hint: 'The newest post of the category News, for a week',
    fields: { label: textField('Label', { max: 40 }) },
  },
  questions: {
    name: 'Questions',
    hint: 'Questions that open to their answers',
    fields: {
      title: title(),
      items: listField('Questions', {
        item: {
          question: textField('Question', { max: 300, required: true }),
          answer: textField('Answer', { max: 2_000, rows: 4, required: true }),
        },
        itemName: 'question',
        max: 60,
      }),
      background,
    },
  },
  call_to_action: {
    name: 'Call to action',
    hint: 'One thing to do next',
    fields: {
      badge: textField('Badge', { max: 40 }),
      figure: textField('Large figure', { max: 20, hint: 'Such as a price.' }),
      figure_note: textField('Text below the figure', { max: 120 }),
      title: title(),
      text: text(),
      actions,
      note: textField('Small print', { max: 400, rows: 2 }),
      layout: choiceField('Layout', { beside: 'Title beside text', stacked: 'Title above text' }),
      background: choiceField('Background', {
        tint: backgrounds.tint,
        paper: backgrounds.paper,
        deep: backgrounds.deep,
      }),
    },
  },
  contact: {
    name: 'Contact',
    hint: 'The ways to reach the company, from the settings',
    fields: {
      title: title(),
      email_note: textField('Note on email', { max: 200 }),
      has_texts: switchField('Visitors may send text messages'),
      text_note: textField('Note on text messages', { max: 200 }),
      phone_note: textField('Note on phone', { max: 200 }),
      background,
    },
  },
  section_menu: {
    name: 'Menu of sections',
    hint: 'Links to the sections of a long page, always in sight',
    fields: { label: textField('What it lists', { max: 80 }), links: links('Links', 'link') },
  },
  sample: {
    name: 'Sample',
    hint: 'A text with what it was made from',
    fields: {
      kind: textField('Small line above the title', { max: 120 }),
      title: title(),
      brief: text('Brief'),
      outline: listField('Outline', {
        item: { text: textField('Chapter', { max: 200, required: true }), is_shown: switchField('Shown here') },
        itemName: 'chapter',
        max: 40,
      }),
      part: textField('Heading of the text', { max: 200 }),
      text: richTextField('Text', { max: 20_000 }),
      background,
    },
  },
  legal: {
    name: 'Legal text',
    hint: 'Numbered sections with a table of contents, a version and dates',
    fields: {
      heading: textField('Headline', { max: 160, required: true }),
      lead,
      version: textField('Version', { max: 20, required: true }),
      effective_from: textField('In effect since', { max: 10, hint: 'A day such as 2026-11-25.' }),
      is_checked: switchField('Someone who knows the law has checked this text', {
        hint: 'For you and your colleagues: visitors don’t see it.',
      }),
      summary: listField('In short', {
        item: { text: textField('Sentence', { max: 300, required: true }) },
        itemName: 'sentence',
        max: 6,
      }),
      text: richTextField('Text', { max: 120_000, hint: 'Each heading begins a section, which gets a number.' }),
      contact_note: textField('Text of the last section, ‘Contact’', { max: 300, hint: 'Left out, if empty.' }),
    },
  },
} satisfies Record<string, SectionKindDeclaration>;

export type SectionKind = keyof typeof sectionKinds;

export const isSectionKind = (kind: unknown): kind is SectionKind =>
  typeof kind === 'string' && Object.hasOwn(sectionKinds, kind);
