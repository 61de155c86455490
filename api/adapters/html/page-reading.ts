import { Parser } from 'htmlparser2';

const UNREAD = new Set(['script', 'style']);

/** The text of a page without its scripts and styles; one space between words. Hard spaces are spaces. */
export function readPageText(html: string): string {
  let text = '';
  let depth = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNREAD.has(name)) depth += 1;
      text += ' ';
    },
    ontext(chunk) {
      if (depth === 0) text += chunk;
    },
    onclosetag(name) {
      if (UNREAD.has(name)) depth -= 1;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

/** Addresses of links inside of every element with an attribute of this value; of the whole page without one. */
export function listPageLinks(html: string, inside?: { attribute: string; value: string }): string[] {
  const links: string[] = [];
  const open: boolean[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(inside === undefined || attributes[inside.attribute] === inside.value);
      if (name === 'a' && attributes.href !== undefined && open.includes(true)) links.push(attributes.href);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return links;
}
