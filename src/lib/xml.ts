/** Text as XML content or attribute. */
export function escapeXml(text: string): string {
  return text
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
