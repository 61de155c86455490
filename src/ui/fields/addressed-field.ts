/** The field that the address of the screen leads to, as in 'company.email'; '' for none. */
export const readAddressedField = (query: URLSearchParams): string => query.get('field') ?? '';

export const focusField = (name: string): void =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();

/** Puts the cursor into the field of the address, if it is shown. */
export function focusAddressedField(): void {
  const name = readAddressedField(new URLSearchParams(window.location.search));
  if (name) focusField(name);
}
