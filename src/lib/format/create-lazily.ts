/** `create` runs when the value is first asked for. The first formatter of dates on a page takes 12 ms, others nearly nothing. */
export function createLazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
