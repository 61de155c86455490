/** Bringing in a site from elsewhere: vocabularies of its tables and words of its reports. */
import { formatNumber } from './numbers.ts';

export const importSources = ['wordpress', 'ghost', 'markdown'] as const;
export type ImportSource = (typeof importSources)[number];

/**
 * `choosing`: files are being added. `reading`: they are being checked. `refused`: they can’t come in. `checked`: they can. `running` and
 * `stopped`: a part is in. `undoing`: it is being taken out again.
 */
export const importStates = [
  'choosing',
  'reading',
  'refused',
  'checked',
  'running',
  'stopped',
  'finished',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** What an import consists of, in the order in which it comes in. */
export const importKinds = ['category', 'tag', 'media', 'author', 'post', 'page', 'redirect', 'menu'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * `same`: an earlier import brought it in. `changed`: so it did, but in the file it is different now; it stays as it is here. `failed`:
 * it couldn’t come in. `removed` and `kept`: the import was undone.
 */
export const importItemStates = ['waiting', 'done', 'same', 'changed', 'failed', 'removed', 'kept'] as const;

export const importSourceNames: Record<ImportSource, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  markdown: 'Markdown',
};

type LossWords = {
  /** '1 sign-up form', '3 sign-up forms' */
  one: string;
  other: string;
  /** What becomes of it. */
  outcome: string;
  /** Someone should look at the places. */
  needsPerson?: boolean;
};

/** What an import can’t take over as it is. */
export const importLosses = {
  address: { one: 'address is taken', other: 'addresses are taken', outcome: 'Gets a number' },
  author_limit: {
    one: 'post by more than 10 authors',
    other: 'posts by more than 10 authors',
    outcome: 'First 10 stay',
  },
  caption: { one: 'caption without an image', other: 'captions without an image', outcome: 'Becomes a paragraph' },
  category_limit: {
    one: 'post in more than 20 categories',
    other: 'posts in more than 20 categories',
    outcome: 'First 20 stay',
  },
  code_injection: { one: 'post with code of its own', other: 'posts with code of their own', outcome: 'Left out' },
  comments: { one: 'comment', other: 'comments', outcome: 'Left out' },
  custom_type: { one: 'entry of another type', other: 'entries of other types', outcome: 'Left out' },
  data_image: { one: 'image inside the text', other: 'images inside the text', outcome: 'Left out', needsPerson: true },
  drawing: { one: 'drawing in code', other: 'drawings in code', outcome: 'Left out' },
  dynamic_block: { one: 'block that a program fills', other: 'blocks that a program fills', outcome: 'Left out' },
  embed: { one: 'embed', other: 'embeds', outcome: 'Becomes a link' },
  featured: { one: 'featured post', other: 'featured posts', outcome: 'Becomes a plain post' },
  file: { one: 'file of a type that isn’t kept', other: 'files of types that aren’t kept', outcome: 'Stays a link' },
  file_missing: {
    one: 'file that couldn’t be fetched',
    other: 'files that couldn’t be fetched',
    outcome: 'Becomes a link',
    needsPerson: true,
  },
  form: { one: 'form', other: 'forms', outcome: 'Left out', needsPerson: true },
  front_matter: {
    one: 'page head that can’t be read',
    other: 'page heads that can’t be read',
    outcome: 'Left out',
    needsPerson: true,
  },
  gallery: { one: 'gallery', other: 'galleries', outcome: 'Becomes single images' },
  image_missing: {
    one: 'image that couldn’t be fetched',
    other: 'images that couldn’t be fetched',
    outcome: 'Becomes a link',
    needsPerson: true,
  },
  link_nowhere: {
    one: 'link that leads nowhere',
    other: 'links that lead nowhere',
    outcome: 'Stays as it is',
    needsPerson: true,
  },
  members: { one: 'member', other: 'members', outcome: 'Left out' },
  menu: { one: 'menu', other: 'menus', outcome: 'Left out', needsPerson: true },
  menu_draft: {
    one: 'menu that waits for you',
    other: 'menus that wait for you',
    outcome: 'A draft under Navigation',
    needsPerson: true,
  },
  menu_link: {
    one: 'link of a menu that leads nowhere',
    other: 'links of menus that lead nowhere',
    outcome: 'Left out',
    needsPerson: true,
  },
  menu_long: {
    one: 'link more than a menu has room for',
    other: 'links more than menus have room for',
    outcome: 'Left out',
  },
  nested_category: {
    one: 'category inside another one',
    other: 'categories inside others',
    outcome: 'Becomes a plain category',
  },
  page_faulty: {
    one: 'page that can’t be published yet',
    other: 'pages that can’t be published yet',
    outcome: 'Comes in as a draft',
    needsPerson: true,
  },
  page_trashed: { one: 'page in the trash', other: 'pages in the trash', outcome: 'Left out' },
  paid: { one: 'post for members', other: 'posts for members', outcome: 'Comes in as a draft', needsPerson: true },
  password: {
    one: 'text with a password',
    other: 'texts with a password',
    outcome: 'Comes in as a draft',
    needsPerson: true,
  },
  pending: { one: 'text that waits for review', other: 'texts that wait for review', outcome: 'Comes in as a draft' },
  post_format: { one: 'post of another format', other: 'posts of another format', outcome: 'Becomes a plain post' },
  private: { one: 'private text', other: 'private texts', outcome: 'Comes in as a draft' },
  product: { one: 'product card', other: 'product cards', outcome: 'Becomes text' },
  query_address: {
    one: 'old address with a question mark',
    other: 'old addresses with a question mark',
    outcome: 'Can’t redirect',
  },
  redirect: { one: 'redirect that isn’t possible', other: 'redirects that aren’t possible', outcome: 'Left out' },
  script: { one: 'script', other: 'scripts', outcome: 'Left out' },
  search_title: { one: 'title for search engines', other: 'titles for search engines', outcome: 'Left out' },
  shortcode: { one: 'shortcode', other: 'shortcodes', outcome: 'Its text stays', needsPerson: true },
  signup: { one: 'sign-up form', other: 'sign-up forms', outcome: 'Left out', needsPerson: true },
  slow: {
    one: 'text that took too long to read',
    other: 'texts that took too long to read',
    outcome: 'Left out',
    needsPerson: true,
  },
  tag_limit: { one: 'post with more than 30 tags', other: 'posts with more than 30 tags', outcome: 'First 30 stay' },
  template: { one: 'template or shortcode', other: 'templates and shortcodes', outcome: 'Left out', needsPerson: true },
  title: { one: 'text without a title', other: 'texts without a title', outcome: 'Gets its first words' },
  title_long: { one: 'title over 200 characters', other: 'titles over 200 characters', outcome: 'Is shortened' },
  too_long: { one: 'text that is too long', other: 'texts that are too long', outcome: 'Left out', needsPerson: true },
} satisfies Record<string, LossWords>;
export type ImportLossKind = keyof typeof importLosses;
export const importLossKinds = Object.keys(importLosses) as [ImportLossKind, ...ImportLossKind[]];

/** '3 galleries' */
export const formatLoss = (kind: ImportLossKind, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? importLosses[kind].one : importLosses[kind].other}`;

export const needsPerson = (kind: ImportLossKind): boolean => (importLosses[kind] as LossWords).needsPerson === true;
