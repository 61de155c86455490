const renderedParts = new Map<string, string>();

/** The HTML of a part by its name, rendered on the first use. During development each page renders it again. */
export async function getOrRender(name: string, render: () => Promise<string>): Promise<string> {
  const html = renderedParts.get(name) ?? (await render());
  if (import.meta.env.PROD) renderedParts.set(name, html);
  return html;
}
