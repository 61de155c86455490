export const toPostPath = (slug: string) => `/blogs/${slug}`;

/** The page of a category by its slug, or the path that redirects there by its id. */
export const toCategoryPath = (slug: string | number) => `/categories/${slug}`;

export const toTagPath = (slug: string) => `/blogs/tag/${slug}`;
export const toAuthorPath = (slug: string) => `/blogs/author/${slug}`;
/** The feed of a list. */
export const toFeedPath = (list: string) => `${list}/rss.xml`;

/** The list of all public documentation. */
export const DOCUMENTATION_PATH = '/documentation';
export const toDocumentPath = (slug: string) => `/documents/${slug}`;

export const SHELF_PATH = '/openshelf';
export const toWorkPath = (slug: string) => `${SHELF_PATH}/${slug}`;
export const toShelfCategoryPath = (slug: string) => `${SHELF_PATH}/categories/${slug}`;
