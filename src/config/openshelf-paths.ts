/** All addresses of OpenShelf; apart from `paths`, which the pages of visitors load. */
export const openshelfPaths = {
  adminOpenshelf: '/admin/openshelf',
  reviewQueue: '/admin/openshelf/reviews',
  reviewDetail: (id: number) => `/admin/openshelf/reviews/${id}`,
  publicationManager: '/admin/openshelf/publications',
  openshelfStats: '/admin/openshelf/stats',
  rejectionReasons: '/admin/openshelf/reasons',
  openshelfWebhooks: '/admin/openshelf/webhooks',
  failedOpenshelfWebhooks: '/admin/openshelf/webhooks?status=failed',
  publishedPublications: '/admin/openshelf/publications?status=PUBLISHED',
  openshelf: '/openshelf',
  openshelfPage: (page: number | null) => (page === null ? '/openshelf' : `/openshelf/page/${page}`),
  openshelfCategory: (slug: string, page: number | null = null) =>
    page === null ? `/openshelf/categories/${slug}` : `/openshelf/categories/${slug}/page/${page}`,
  openshelfWork: (slug: string) => `/openshelf/${slug}`,
  openshelfFeeds: { rss: '/openshelf/rss.xml', atom: '/openshelf/atom.xml', json: '/openshelf/feed.json' },
} as const;
