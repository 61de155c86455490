const format = new Intl.NumberFormat('en-NZ');

/** '1 section', '1,204 sections', 'no sections'. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'no' : format.format(number)} ${number === 1 ? one : many}`;
}
