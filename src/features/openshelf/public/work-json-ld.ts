import { region } from '#api/domain/region.ts';
import type { Work } from '#api/domain/content.ts';
import type { PublicationFormat } from '#api/domain/publication-states.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';

const mediaTypes: Record<PublicationFormat, string> = {
  html: 'text/html',
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  md: 'text/markdown',
};

/** schema.org Book of a work; `toAbsoluteUrl` makes a full address from a path. */
export function toBookJsonLd(work: Work, toAbsoluteUrl: (path: string) => string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: work.title,
    description: work.description,
    url: toAbsoluteUrl(openshelfPaths.openshelfWork(work.slug)),
    author: { '@type': 'Person', name: work.author_name, ...(work.author_bio && { description: work.author_bio }) },
    publisher: { '@type': 'Organization', name: getSiteFacts().company, url: toAbsoluteUrl(paths.home) },
    genre: [work.category.name, work.subcategory?.name].filter(Boolean),
    datePublished: work.published_at,
    dateModified: work.updated_at,
    version: work.version,
    inLanguage: region.language,
    encoding: work.formats.map(({ format, url }) => ({
      '@type': 'MediaObject',
      encodingFormat: mediaTypes[format],
      contentUrl: url,
    })),
    potentialAction: work.formats.map(({ format, url }) => ({
      '@type': 'ReadAction',
      target: { '@type': 'EntryPoint', urlTemplate: url, contentType: mediaTypes[format] },
    })),
  };
}
