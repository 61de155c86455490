type Begun = RegExpExecArray;

/**
 * Replaces what stands between a beginning and its end, such as `[caption]` and `[/caption]`. An expression with both would look for a
 * missing end from each beginning anew; here an end that is missing once isn’t looked for again. Both expressions are global.
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  getClose: (begun: Begun) => RegExp,
  replace: (inside: string, begun: Begun, whole: string) => string,
): string {
  const missing = new Set<RegExp>();
  let result = '';
  let done = 0;
  for (let from = 0; ;) {
    const begun = findFrom(open, text, from);
    if (!begun) return result + text.slice(done);
    from = begun.index + begun[0].length;
    const close = getClose(begun);
    const ended = missing.has(close) ? null : findFrom(close, text, from);
    if (ended) {
      const inside = text.slice(from, ended.index);
      from = ended.index + ended[0].length;
      result += text.slice(done, begun.index) + replace(inside, begun, text.slice(begun.index, from));
      done = from;
    } else missing.add(close);
  }
}

function findFrom(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}

/** Maps what stands outside of code, and leaves code as it is. */
export function mapOutside(
  text: string,
  listCode: (keep: (code: string) => string) => string,
  map: (part: string) => string,
): string {
  const kept: string[] = [];
  const shown = listCode((code) => {
    kept.push(code);
    return MARK;
  });
  const parts = shown.split(MARK);
  // MARK is of private characters: a text that holds it is mapped as a whole, code too.
  if (parts.length !== kept.length + 1) return map(text);
  return parts.map((part, at) => map(part) + (kept[at] ?? '')).join('');
}

const MARK = '\ue001\ue002\ue001';
