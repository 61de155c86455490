import { SaxesParser } from 'saxes';

/** Characters that are not allowed in XML 1.0: https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Why a strict parser with namespaces refuses a document, or null when it is well formed. */
export function findXmlError(xml: string): string | null {
  const forbidden = FORBIDDEN.exec(xml)?.[0];
  if (forbidden) return `U+${forbidden.codePointAt(0)?.toString(16)} is forbidden in XML`;
  const parser = new SaxesParser({ xmlns: true });
  let firstError: string | null = null;
  parser.on('error', (error) => {
    firstError ??= error.message;
  });
  parser.write(xml).close();
  return firstError;
}
