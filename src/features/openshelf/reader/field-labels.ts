/** What the fields of a work are called on screens. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  author_name: 'Author',
  author_bio: 'Author bio',
  author_contact: 'Contact',
  description: 'Description',
  category: 'Category',
  subcategory: 'Subcategory',
  html_url: 'HTML',
  pdf_url: 'PDF',
  md_url: 'Markdown',
  epub_url: 'EPUB',
};
