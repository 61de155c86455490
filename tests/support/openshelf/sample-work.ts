import type { Work } from './publishing-service.ts';

/** A work that the service accepts. */
export const createWork = (changes: Partial<Work> = {}): Work => ({
  title: 'Rivers of Taranaki',
  author_name: 'Hana Reweti',
  author_bio: 'Hana walks rivers.',
  author_contact: 'hana@example.com',
  description: 'Forty rivers, from the mountain to the sea.',
  category: 'Non-Fiction',
  subcategory: 'Nature & Environment',
  html_url: 'https://texts.example.com/rivers.html',
  ...changes,
});
