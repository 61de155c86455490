const NAME_MAX = 60;
/** An address in a name would make a link in somebody's mail reader. */
const ADDRESS = /:\/\/|@|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * How a mail begins. Anybody may type any name beside any address, so a name that is long or looks like an address
 * is left out: our mail carries nobody's advertising.
 */
export function greeting(firstName: string | null | undefined): string {
  const name = (firstName ?? '').replace(CONTROL_CHARACTERS, ' ').trim();
  return name === '' || name.length > NAME_MAX || ADDRESS.test(name) ? 'Kia ora,' : `Kia ora ${name},`;
}
