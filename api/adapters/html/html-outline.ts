import { Parser } from 'htmlparser2';

/** The images, links and headings of content, each in document order. */
export type HtmlOutline = {
  images: { src: string; alt: string }[];
  links: { href: string }[];
  headings: { level: number; text: string }[];
};

/** Lists the parts of content that the checks before publishing need. */
export function extractHtmlOutline(html: string): HtmlOutline {
  const outline: HtmlOutline = { images: [], links: [], headings: [] };
  let heading: HtmlOutline['headings'][number] | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'img') outline.images.push({ src: attributes.src ?? '', alt: attributes.alt ?? '' });
      if (name === 'a') outline.links.push({ href: attributes.href ?? '' });
      if (!/^h[1-6]$/.test(name)) return;
      heading = { level: Number(name[1]), text: '' };
      outline.headings.push(heading);
    },
    ontext(text) {
      if (heading) heading.text += text;
    },
    onclosetag(name) {
      if (/^h[1-6]$/.test(name)) heading = null;
    },
  });
  parser.end(html);
  return outline;
}
