import { MIMEType } from 'node:util';

/** The media type of a Content-Type header, or null for none that can be read. */
export function parseContentType(header: string | undefined): MIMEType | null {
  try {
    return header === undefined ? null : new MIMEType(header);
  } catch {
    return null;
  }
}

/** What a file is, for a sentence. */
export const describeType = (type: MIMEType | null): string =>
  type ? `a file of the type ${type.essence.slice(0, 60)}` : 'a file of an unknown type';
