import { CONTENT_ELEMENTS } from '#api/domain/content-elements.ts';

const writeAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

/** For each element to which pages add something: its tags, and what replaces them. */
const REPLACEMENTS = [...CONTENT_ELEMENTS].flatMap(([name, { onPage }]): [tag: RegExp, replacement: string][] => {
  if (!onPage) return [];
  const { attributes = {}, frame } = onPage;
  const opening = `<${name}${writeAttributes(attributes)}`;
  return [
    [new RegExp(`<${name}(?=[\\s>])`, 'g'), frame ? `<div${writeAttributes(frame)}>${opening}` : opening],
    ...(frame ? [[new RegExp(`</${name}>`, 'g'), '$&</div>'] as [RegExp, string]] : []),
  ];
});

/** Adds to sanitised content what it needs on a page: frames and focus for what scrolls on a narrow screen. Code names its language. */
export function completeForPage(html: string): string {
  const complete = REPLACEMENTS.reduce((text, [tag, replacement]) => text.replaceAll(tag, replacement), html);
  return complete.replaceAll(/<pre tabindex="0"(?=><code class="language-([a-z0-9+#-]+)")/g, '$& data-language="$1"');
}
