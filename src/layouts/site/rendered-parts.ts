import { getSite } from '#src/lib/site.ts';

/** Parts of the live site and of previews of other settings. */
const PARTS_MAX = 200;

const renderedParts = new Map<string, string>();

/** The HTML of a part by its name, rendered on the first use. During development each page renders it again. */
export async function getOrRender(name: string, render: () => Promise<string>): Promise<string> {
  const key = `${getSite().hash} ${name}`;
  const html = renderedParts.get(key) ?? (await render());
  if (import.meta.env.DEV) return html;
  if (renderedParts.size >= PARTS_MAX) renderedParts.clear();
  renderedParts.set(key, html);
  return html;
}
