/** Control characters that XML 1.0 forbids, and the noncharacters of Unicode, of which it forbids some. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Noncharacter_Code_Point}]/gu;

/** Text in which U+FFFD replaces every character that XML does not allow, lone surrogates too. */
export function replaceForbiddenCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\ufffd');
}

/** Text as XML content or attribute. */
export function escapeXml(text: string): string {
  return replaceForbiddenCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

export function xmlResponse(body: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
  return new Response(text, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
