import { Parser } from 'htmlparser2';

const ADDRESSES =
  /(\s(?:href|src|action|poster|component-url|renderer-url|before-hydration-url)=)("([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const ADDRESS_LISTS = /(\s(?:srcset|imagesrcset)=)("([^"]*)"|'([^']*)')/gi;

/**
 * HTML with every address of its tags put through `move`; everything else stays byte for byte, also what scripts and
 * styles hold.
 */
export function moveAddresses(html: string, move: (address: string) => string): string {
  let moved = '';
  let done = 0;
  const parser = new Parser({
    onopentag() {
      // The parser opens what is only implied, too; that has no text of its own.
      if (parser.startIndex < done) return;
      moved += html.slice(done, parser.startIndex);
      moved += moveInTag(html.slice(parser.startIndex, parser.endIndex + 1), move);
      done = parser.endIndex + 1;
    },
  });
  parser.end(html);
  return moved + html.slice(done);
}

function moveInTag(tag: string, move: (address: string) => string): string {
  const moveList = (list: string) =>
    list.replace(/(^|,\s*)(\S+)/g, (_all, gap: string, url: string) => gap + move(url));
  return tag
    .replace(ADDRESSES, (_all, name: string, _value, double?: string, single?: string, bare?: string) => {
      return `${name}"${move(double ?? single ?? bare ?? '')}"`;
    })
    .replace(ADDRESS_LISTS, (_all, name: string, _value, double?: string, single?: string) => {
      return `${name}"${moveList(double ?? single ?? '')}"`;
    });
}

/** A style sheet with every absolute address of `url(...)` put through `move`. */
export function moveStyleAddresses(css: string, move: (address: string) => string): string {
  return css.replace(/url\(\s*(["']?)(\/[^"')]*)\1\s*\)/g, (_all, quote: string, address: string) => {
    return `url(${quote}${move(address)}${quote})`;
  });
}
