import { OG_SIZE, shelfOgImage } from '#api/domain/og-image.ts';
import type { PublicationFormat } from '#api/domain/publication-states.ts';

/** As links and feeds name it. */
export const shelfName = '{product: openshelf} by {company}';

export const shelfCopy = {
  heading: '{product: openshelf}',
  categoryIntro:
    'Finished works to read online, or to keep as PDF, EPUB or Markdown. Our reviewers read each one first.',
  lead: 'Finished works by independent authors. Our reviewers read each one before it goes on the shelf.',
  description:
    '{product: openshelf} by {company}: finished works by independent authors, to read online or as PDF, EPUB or Markdown.',
  newest: 'New on the shelf',
  more: 'More works',
  moreOf: (category: string) => `More from ${category}`,
  empty: {
    title: 'The shelf is empty for now.',
    text: 'The first works are being reviewed. Until then, our blog has something to read.',
    action: 'Read the blog',
  },
  withdrawn: {
    title: 'This work was withdrawn by its author.',
    text: 'It’s no longer on {product: openshelf}. There are other works to read.',
    action: 'See what’s on the shelf',
  },
  noFormats: 'This work can’t be opened at the moment.',
} as const;

/** The link-preview image of every page of the shelf. */
export const shelfPreview = { path: `/${shelfOgImage.file}`, ...OG_SIZE, alt: shelfName } as const;

/** The buttons of the formats. */
export const formatNames: Record<PublicationFormat, string> = {
  html: 'Read online',
  pdf: 'PDF',
  epub: 'EPUB',
  md: 'Markdown',
};
