import { micromark } from 'micromark';
import { frontmatter, frontmatterHtml } from 'micromark-extension-frontmatter';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const FRONT_MATTER: ('yaml' | 'toml')[] = ['yaml', 'toml'];

/** Markdown as GitHub writes it, as HTML that is still to be cleaned. Front matter is left out. */
export const renderMarkdown = (text: string): string =>
  micromark(text, {
    // Both are allowed because the result is cleaned like all pasted HTML.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm(), frontmatter(FRONT_MATTER)],
    htmlExtensions: [gfmHtml(), frontmatterHtml(FRONT_MATTER)],
  });
