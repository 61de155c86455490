import { getCatalogue } from '#api/domain/catalogue.ts';
import { fillPlaceholders, toCatalogueValues } from '#api/domain/placeholders.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';

/** A text of the owner as visitors read it, with the placeholders filled in that a browser knows; the others stay. */
export function fillNames(text: string): string {
  const { company, email, phone } = getSiteFacts();
  return fillPlaceholders(text, { ...toCatalogueValues(getCatalogue()), company, email, phone });
}
