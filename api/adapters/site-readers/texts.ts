import { toPlainText } from '#api/adapters/html/html-text.ts';
import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';

/** One line of text for people, of what may be HTML: without tags, entities and controls. */
export const toPlainLine = (html: string): string =>
  removeControlCharacters(toPlainText(html)).replace(BIDI_CONTROLS, '').normalize('NFC').replace(/\s+/g, ' ').trim();
