/** '1 section', '2 sections', 'no sections'. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'no' : number} ${number === 1 ? one : many}`;
}
