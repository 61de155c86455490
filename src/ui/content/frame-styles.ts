/** Gives the document of a frame the language, the theme and the style sheets of this page. */
export function copyPageStyles(inside: Document): void {
  const { lang, dataset } = document.documentElement;
  inside.documentElement.lang = lang;
  Object.assign(inside.documentElement.dataset, dataset);
  const sheets = document.head.querySelectorAll('link[rel=stylesheet], style');
  inside.head.replaceChildren(...Array.from(sheets, (sheet) => inside.importNode(sheet, true)));
}
