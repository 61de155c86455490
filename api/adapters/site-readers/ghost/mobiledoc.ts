import { escapeHtml } from '#api/adapters/site-readers/wordpress/classic-content.ts';
import { CONTENT_INPUT_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { type Fields, isFields, type Lose, toCardHtml } from './cards.ts';

/** Elements of sections and markups; a text in any other one is a paragraph, or stays as it is. */
const SECTIONS = /^(p|h[1-6]|blockquote)$/;
const MARKUPS = /^(strong|b|em|i|s|u|code|sub|sup)$/;
const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10];
const ATOM = 1;

/** A text of the editor that Ghost had before (Mobiledoc), as the HTML that it would make. '' for what can’t be read. */
export function toMobiledocHtml(json: string, lose: Lose): string {
  try {
    const document: unknown = JSON.parse(json);
    return isFields(document) ? new MobiledocWriter(document, lose).write() : '';
  } catch {
    lose('dynamic_block', 'mobiledoc');
    return '';
  }
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

class MobiledocWriter {
  readonly #lose: Lose;
  readonly #markups: unknown[];
  readonly #atoms: unknown[];
  readonly #cards: unknown[];
  readonly #sections: unknown[];
  #html = '';

  constructor(document: Fields, lose: Lose) {
    this.#lose = lose;
    this.#markups = toList(document.markups);
    this.#atoms = toList(document.atoms);
    this.#cards = toList(document.cards);
    this.#sections = toList(document.sections);
  }

  write(): string {
    for (const section of this.#sections) this.#writeSection(toList(section));
    return this.#html;
  }

  /** Sections name cards and markups by number, as often as they like: a text has an end all the same. */
  get #isFull(): boolean {
    return this.#html.length > CONTENT_INPUT_MAX_LENGTH;
  }

  #writeSection([kind, value, parts]: unknown[]): void {
    if (this.#isFull) return;
    if (kind === MARKUP) this.#writeText(value, parts);
    else if (kind === IMAGE) this.#html += `<figure><img src="${escapeHtml(String(value))}" alt=""></figure>`;
    else if (kind === LIST) {
      const tag = value === 'ol' ? 'ol' : 'ul';
      this.#html += `<${tag}>`;
      for (const markers of toList(parts)) this.#writeElement('li', markers);
      this.#html += `</${tag}>`;
    } else if (kind === CARD) {
      const [name, fields] = toList(this.#cards[Number(value)]);
      if (typeof name === 'string') this.#html += toCardHtml(name, isFields(fields) ? fields : {}, this.#lose) ?? '';
    }
  }

  #writeText(tag: unknown, markers: unknown): void {
    const name = String(tag).toLowerCase();
    if (name === 'aside') this.#writeElement('blockquote', markers);
    else this.#writeElement(SECTIONS.test(name) ? name : 'p', markers);
  }

  #writeElement(tag: string, markers: unknown): void {
    const isQuote = tag === 'blockquote';
    this.#html += isQuote ? '<blockquote><p>' : `<${tag}>`;
    this.#writeMarkers(toList(markers));
    this.#html += isQuote ? '</p></blockquote>' : `</${tag}>`;
  }

  /** Each opens markups, by number, and closes as many as it says of those that are open, the last first. */
  #writeMarkers(markers: readonly unknown[]): void {
    const open: string[] = [];
    for (const marker of markers) {
      const [kind, opened, closed, value] = toList(marker);
      for (const at of toList(opened)) open.push(this.#openMarkup(at));
      if (!this.#isFull) this.#html += kind === ATOM ? this.#toAtom(value) : escapeHtml(String(value ?? ''));
      for (let left = Number(closed); left > 0 && open.length > 0; left -= 1) this.#html += open.pop();
    }
    this.#html += open.reverse().join('');
  }

  /** Returns its end. */
  #openMarkup(at: unknown): string {
    const [tag, attributes] = toList(this.#markups[Number(at)]);
    const name = String(tag).toLowerCase();
    if (this.#isFull) return '';
    if (name === 'a') {
      const pairs = toList(attributes);
      const href = pairs.includes('href') ? pairs[pairs.indexOf('href') + 1] : undefined;
      this.#html += `<a href="${escapeHtml(String(href ?? ''))}">`;
      return '</a>';
    }
    if (!MARKUPS.test(name)) return '';
    this.#html += `<${name}>`;
    return `</${name}>`;
  }

  /** A line that ends in the middle of its paragraph, or what a program writes, of which the words stay. */
  #toAtom(at: unknown): string {
    const [name, text] = toList(this.#atoms[Number(at)]);
    return name === 'soft-return' ? '<br>' : escapeHtml(String(text ?? ''));
  }
}
