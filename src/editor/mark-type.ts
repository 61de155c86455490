import type { Schema } from '@milkdown/kit/prose/model';

export function getMarkType(schema: Schema, name: string) {
  const type = schema.marks[name];
  if (!type) throw new Error(`Unknown editor mark: ${name}`);
  return type;
}
