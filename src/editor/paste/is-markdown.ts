const LINE = new RegExp(
  [
    /#{1,6} /, // heading
    /(?:=+|-{2,})[ \t]*$/, // underline of a heading, divider, front matter
    /[-*+] \S/, // list, task list
    /\d{1,9}[.)] \S/, // numbered list
    /> /, // quote
    /(?:```|~~~)/, // code
    /\|.+\|[ \t]*$/, // table
    /\[\^?[^\]\n]+\]:/, // link definition, footnote
    /<\/?[a-z][^>\n]*>/, // HTML block
  ]
    .map(({ source }) => `^ {0,3}${source}`)
    .join('|'),
  'm',
);

const INLINE = new RegExp(
  [
    /\*\*\S[^*\n]*\*\*|__\S[^_\n]*__/, // bold
    /(?:^|\s)(?:\*[^\s*][^*\n]*[^\s*]\*|_[^\s_][^_\n]*[^\s_]_)(?=[\s.,;:!?]|$)/, // italic
    /~~\S[^~\n]*~~/, // strikethrough
    /`[^`\n]+`/, // code
    /\[[^[\]\n]+\](?:\([^)\s]|\[)/, // link
    /<(?:https?:\/\/|mailto:)[^\s<>]+>/, // address in angle brackets
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/** Whether plain text is written as Markdown, and is not just text with a star in it. */
export const isMarkdown = (text: string): boolean => LINE.test(text) || INLINE.test(text);
