import type { Random } from '../random/seeded-random.ts';
import { generateText } from './hostile-values.ts';

/** The parts of a JSON schema that a generated value follows; anything else is left to the values that answers have shown. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
};
export type Components = Record<string, Schema>;

const WORDS = [
  'A harbour',
  'tea',
  'mere@example.com',
  'https://example.com/a',
  '/about',
  '2026-12-01T10:00:00.000Z',
  '2026-10',
];
const MAX_SEEN = 40;
/** Rows of a new site are numbered from 1. */
const MAX_ID = 12;
const MAX_DEPTH = 8;

/** Values that answers have had under each name: the ids, slugs, versions and fields of the rows that are there. */
export class SeenValues {
  readonly #values = new Map<string, unknown[]>();

  add(value: unknown, name = ''): void {
    if (name && value !== null) {
      const values = this.#values.get(name) ?? [];
      this.#values.set(name, values);
      if (values.length < MAX_SEEN) values.push(value);
    }
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.add(item, name.replace(/s$/, ''));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) this.add(item, key);
    }
  }

  find(random: Random, name: string): unknown {
    const values = this.#values.get(name) ?? this.#values.get(name.replace(/Ids?$|_ids?$/, '_id'));
    return values && random.pick(values);
  }
}

export type Inputs = { random: Random; seen: SeenValues; components: Components };

/** A value as the schema asks for it, or one that an answer has shown under the name of its field. */
export function generateInput(inputs: Inputs, schema: Schema = {}, name = '', depth = 0): unknown {
  const { random, seen, components } = inputs;
  if (name && random.oneIn(2)) {
    const value = seen.find(random, name);
    if (value !== undefined) return value;
  }
  if (schema.$ref) return generateInput(inputs, components[schema.$ref.split('/').at(-1) ?? ''], '', depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return generateInput(inputs, random.pick(choices), '', depth);
  return generateByType(inputs, schema, name, depth);
}

function generateByType(inputs: Inputs, schema: Schema, name: string, depth: number): unknown {
  const { random } = inputs;
  switch ([schema.type].flat()[0]) {
    case 'object':
      return generateObject(inputs, schema, depth);
    case 'array': {
      const length = depth > MAX_DEPTH ? (schema.minItems ?? 0) : (schema.minItems ?? 0) + random.below(3);
      return Array.from({ length }, () => generateInput(inputs, schema.items, name.replace(/s$/, ''), depth + 1));
    }
    case 'integer':
      return Math.min(Math.max(1 + random.below(MAX_ID), schema.minimum ?? 0), schema.maximum ?? MAX_ID);
    case 'number':
      return Math.min(Math.max(random.below(100) / 10, schema.minimum ?? 0), schema.maximum ?? 10);
    case 'boolean':
      return random.oneIn(2);
    case 'null':
      return null;
    default:
      return random.oneIn(4) ? generateText(random, 60) : random.pick(WORDS);
  }
}

function generateObject(inputs: Inputs, { properties = {}, required }: Schema, depth: number): unknown {
  const isAsked = (key: string) => !required || required.includes(key) || inputs.random.oneIn(2);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => isAsked(key))
      .map(([key, schema]) => [key, generateInput(inputs, schema, key, depth + 1)]),
  );
}
