const NAME_MAX = 40;
/** Letters of any script, in at most four words. A dot ends an initial and stands within no word: that would be an address. */
const NAME = /^[\p{L}\p{M}'’ʻ-]+\.?( [\p{L}\p{M}'’ʻ-]+\.?){0,3}$/u;
/** Letters that mail readers take for the dot or the slash of an address. */
const LOOKALIKES = /[\u0589\u06d4\u0701\u0702\u2024\u2044\u2215\u3002\uff0e\uff0f\uff61]/u;

/**
 * How a mail begins. Anybody may type any name beside any address, so what is not a plain name is left out: our mail
 * carries nobody's address, number or advertising.
 */
export function formatGreeting(firstName: string | null | undefined): string {
  const name = (firstName ?? '').normalize('NFC').trim().replace(/\s+/g, ' ');
  return name.length <= NAME_MAX && NAME.test(name) && !LOOKALIKES.test(name) ? `Kia ora ${name},` : 'Kia ora,';
}
