import type { ImportKind, ImportLossKind } from '#api/domain/imports.ts';

/** The neutral form of a site, whatever program it comes from: each reader yields it record by record, and one writer takes it in. */
export type ImportRecord =
  | { kind: 'site'; origin: string; losses: Loss[] }
  | ItemRecord<'category', ImportedCategory>
  | ItemRecord<'tag', ImportedTag>
  | ItemRecord<'media', ImportedMedia>
  | ItemRecord<'author', ImportedAuthor>
  | ItemRecord<'post', ImportedPost>
  | ItemRecord<'page', ImportedPage>
  | ItemRecord<'redirect', ImportedRedirect>
  | ItemRecord<'menu', ImportedMenus>;

type ItemRecord<Kind extends ImportKind, Data> = {
  kind: Kind;
  /** Its name in the source, by which a second import knows it. */
  sourceId: string;
  title: string;
  data: Data;
  losses?: Loss[];
};

/** `detail` says which one, or where it leads. */
export type Loss = { kind: ImportLossKind; detail: string; count: number };

export type ImportedCategory = { name: string; slug: string; description: string };

export type ImportedTag = { name: string };

/** An image or file; its name is its address. `path` leads to the file, where it came with the import. */
export type ImportedMedia = { url: string; path: string | null; name: string; alt: string };

/** Someone whose name stands at texts. `image`: the address of a picture, which comes in as any other. */
export type ImportedAuthor = { name: string; slug: string; bio: string; links: string[]; image: string | null };

type ImportedText = {
  slug: string;
  /** Plain HTML; images, files and links have their full old addresses. */
  html: string;
  description: string;
  /** For search engines, where they differ. */
  metaTitle?: string;
  metaDescription?: string;
  /** Paths on the old site that led to it, and will lead to it again. */
  oldPaths: string[];
  /** Other paths that links in the texts name it by. */
  linkPaths?: string[];
};

export type ImportedPost = ImportedText & {
  /** Names of authors in the source, in their order. */
  authors: string[];
  status: 'published' | 'draft' | 'trash';
  /** UTC milliseconds. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** Names of categories in the source, the main one first. */
  categories: string[];
  /** Names of tags in the source. */
  tags: string[];
  /** The address of its image. */
  cover: string | null;
};

export type ImportedPage = ImportedText & { status: 'published' | 'draft'; address: string };

export type ImportedRedirect = { from: string; to: string };

/** With the full old address that it leads to; '' for one that only opens those below it. */
export type ImportedLink = { label: string; href: string; links: ImportedLink[] };

/** The menus of the site: in its header, and in columns and one line of its footer. */
export type ImportedMenus = {
  header: ImportedLink[];
  columns: { title: string; links: ImportedLink[] }[];
  line: ImportedLink[];
};

/** Reads one text, unless it is known to take too long: then null. Whoever gave it may end the thread in the middle of `read`. */
export type ReadEach = <Text>(title: string, read: () => Text) => Text | null;

/** Without a limit. */
export const readDirectly: ReadEach = (_title, read) => read();

/** A file that is not what it was given as: a sentence for a person. */
export class UnreadableImportError extends Error {
  override name = 'UnreadableImportError';
}

/** Losses by kind and detail, counted. */
export type LossList = {
  add(kind: ImportLossKind, detail?: string, count?: number): void;
  list(): Loss[];
};

export function createLossList(): LossList {
  const losses: Record<string, Loss> = Object.create(null);
  return {
    add(kind, detail = '', count = 1) {
      const key = `${kind} ${detail}`;
      const known = losses[key];
      if (known) known.count += count;
      else losses[key] = { kind, detail: detail.slice(0, 200).toWellFormed(), count };
    },
    list: () => Object.values(losses),
  };
}
