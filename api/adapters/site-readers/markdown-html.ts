import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

type HtmlExtension = ReturnType<typeof gfmHtml>;

/** GFM shows frames and scripts as text, where readers know what they become. */
const ALL_HTML: HtmlExtension = {
  exit: {
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

/** Markdown as HTML, with all HTML that stands in it: it is not safe yet. */
export const toMarkdownHtml = (text: string): string =>
  micromark(text, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), ALL_HTML],
  }).replace(/\n<\/code><\/pre>/g, '</code></pre>');
