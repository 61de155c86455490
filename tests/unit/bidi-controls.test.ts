import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameFields } from '#api/features/auth/auth.contract.ts';
import { blogDraftFieldsSchema, blogRequest } from '#api/features/blogs/blogs.contract.ts';
import { categoryRequest } from '#api/features/categories/categories.contract.ts';
import { documentDraftFieldsSchema, documentRequest } from '#api/features/documents/documents.contract.ts';
import { workRequest } from '#api/features/openshelf/publisher-api/publisher-api.contract.ts';
import { productRequest } from '#api/features/products/products.contract.ts';
import { sectionRequest } from '#api/features/sections/sections.contract.ts';

const work = workRequest.shape;
/** Every name or title that the public sees, and the texts that strangers send for the shelf. */
const publicFields = {
  'title of a work': work.title,
  'author of a work': work.author_name,
  'biography of an author': work.author_bio,
  'description of a work': work.description,
  'title of a post': blogRequest.shape.title,
  'author of a post': blogRequest.shape.author_name,
  'title of a draft': blogDraftFieldsSchema.shape.title,
  'author of a draft': blogDraftFieldsSchema.shape.author_name,
  'title of a document': documentRequest.shape.title,
  'draft title of a document': documentDraftFieldsSchema.shape.title,
  'name of a category': categoryRequest.shape.name,
  'name of a product': productRequest.shape.name,
  'name of a section': sectionRequest.shape.name,
  'first name': nameFields.firstName,
  'last name': nameFields.lastName,
};

const controls = fc.constantFrom(...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');
const text = fc.array(fc.oneof(controls, fc.constantFrom('a', 'ש', 'ع', ' ', '1')), { maxLength: 30 });

it.each(Object.entries(publicFields))('the %s holds no control that reorders what is beside it T47', (_name, field) => {
  fc.assert(
    fc.property(text, (parts) => {
      const parsed = field.safeParse(`x${parts.join('')}`);
      expect(parsed.success).toBe(true);
      expect(parsed.data).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

it('a title of controls alone is missing T47', () => {
  expect(work.title.safeParse('\u202e\u2066').success).toBe(false);
  expect(work.title.parse('Bees\u202egpj.exe\u200f')).toBe('Beesgpj.exe');
});
