const decodeOrKeep =
  (decode: (text: string) => string) =>
  (text: string): string => {
    try {
      return decode(text);
    } catch {
      return text;
    }
  };

/** An address with letters instead of percent codes; as it is where these are no text, as in `/100%.jpg`. */
export const decodeAddress = decodeOrKeep(decodeURI);

/** The same of one part of an address, such as a slug, where also `%2F` and `%3F` are letters. */
export const decodeAddressPart = decodeOrKeep(decodeURIComponent);
