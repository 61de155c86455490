/** Gives wide tables and code a frame that scrolls and takes the focus, so that neither breaks a narrow screen. Code names its language. */
export function wrapWideElements(html: string): string {
  return html
    .replaceAll(/<table[^>]*>/g, '<div class="table-scroll" role="group" aria-label="Table" tabindex="0">$&')
    .replaceAll('</table>', '$&</div>')
    .replaceAll(/<pre(?=[\s>])/g, '<pre tabindex="0"')
    .replaceAll(/<pre tabindex="0"(?=><code class="language-([a-z0-9+#-]+)")/g, '$& data-language="$1"');
}
