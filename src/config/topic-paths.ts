/** Addresses of categories, tags and authors, and of what only pages of the blog link to; apart from `paths`, which every page with an island loads. */
export const topicPaths = {
  blogPage: (page: number | null) => (page === null ? '/blogs' : `/blogs/page/${page}`),
  category: (slug: string, page: number | null = null) =>
    page === null ? `/categories/${slug}` : `/categories/${slug}/page/${page}`,
  allCategories: '/categories/all',
  feeds: { rss: '/rss.xml', atom: '/atom.xml', json: '/feed.json' },
  tag: (slug: string, page: number | null = null) =>
    page === null ? `/blogs/tag/${slug}` : `/blogs/tag/${slug}/page/${page}`,
  author: (slug: string, page: number | null = null) =>
    page === null ? `/blogs/author/${slug}` : `/blogs/author/${slug}/page/${page}`,
  authorFeed: (slug: string) => `/blogs/author/${slug}/rss.xml`,
  tagFeed: (slug: string) => `/blogs/tag/${slug}/rss.xml`,
  blogsWithTag: (tag: number) => `/blog-manager?tag=${tag}`,
} as const;
