const TEXT_ENDING = '.md';
/** Where a page is as Markdown. */
export const toTextPath = (address: string) => (address === '/' ? '/index' : address) + TEXT_ENDING;
/** The page that a text is the text of. */
export const toTextAddress = (path: string) => (path === toTextPath('/') ? '/' : path.slice(0, -TEXT_ENDING.length));
/** The list of all texts, as language models look for it. */
export const LLMS_PATH = '/llms.txt';
export const isTextPath = (path: string) => path.endsWith(TEXT_ENDING) || path === LLMS_PATH;
