import { generateJson, generateText, mutateJson } from './hostile-values.ts';
import { generateInput, type Inputs, type Schema } from './valid-inputs.ts';

export type Parameter = { name: string; in: string; schema?: Schema };
export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
/** A route of the table of access, with the body that it has there, and its description. */
export type Route = { method: string; pattern: string; body: unknown; operation: Operation | undefined };
export type FuzzedRequest = { path: string; init: RequestInit & { headers: Record<string, string> } };

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'image/png',
];
const OWN_HEADERS = ['Idempotency-Key', 'If-None-Match', 'Range', 'Origin', 'Accept-Language', 'Content-Encoding'];

/** A request that is valid by its description, then changed at up to three places; one in eight stays as it is. */
export function fuzzRequest(inputs: Inputs, route: Route): FuzzedRequest {
  const { random } = inputs;
  const changes = random.oneIn(8) ? 0 : 1 + random.below(3);
  const path = fillPath(inputs, route.pattern, changes > 1 && random.oneIn(4));
  const query = createQuery(inputs, route, changes);
  const headers: Record<string, string> = {};
  for (const { name, in: place } of route.operation?.parameters ?? []) {
    if (place === 'header') headers[name] = toHeader(generateText(random, 60)) || 'a-key-of-a-call';
  }
  if (changes > 1 && random.oneIn(6)) headers[random.pick(OWN_HEADERS)] = toHeader(generateText(random, 300));
  const method = changes > 1 && random.oneIn(20) ? random.pick(['GET', 'POST', 'PUT', 'DELETE']) : route.method;
  const init = { method, headers };
  const address = query ? `${path}?${query}` : path;
  if (method === 'GET' || (route.body === undefined && !route.operation?.requestBody && !random.oneIn(8))) {
    return { path: address, init };
  }
  return { path: address, init: { ...init, ...createBody(inputs, route, changes, headers) } };
}

/** Header values hold Latin-1 without control characters. */
const toHeader = (text: string) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').trim();

/** As `encodeURIComponent`, also of lone surrogates; one in five texts is sent as it is, with its percent signs. */
const encodePart = (text: string, isRaw: boolean) =>
  isRaw ? text.replaceAll(/[^\x21-\x7e]|[?#/\\]/g, '%') : encodeURIComponent(text.toWellFormed());

function fillPath({ random, seen }: Inputs, pattern: string, isHostile: boolean): string {
  return pattern.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_all, name: string) => {
    if (isHostile) return encodePart(generateText(random, 300) || 'x', random.oneIn(5)) || 'x';
    const value = random.oneIn(2) ? seen.find(random, name) : undefined;
    return typeof value === 'string' || typeof value === 'number'
      ? encodePart(`${value}` || 'x', false)
      : `${1 + random.below(12)}`;
  });
}

function createQuery(inputs: Inputs, { operation, method }: Route, changes: number): string {
  const { random } = inputs;
  const parts: [string, unknown][] = [];
  for (const { name, in: place, schema } of operation?.parameters ?? []) {
    if (place !== 'query' || random.oneIn(3)) continue;
    parts.push([name, generateInput(inputs, schema, name)]);
  }
  for (let change = 0; change < changes && (method === 'GET' || parts.length > 0); change += 1) {
    const kind = random.below(4);
    const at = random.below(parts.length);
    const part = parts[at];
    if (kind === 0 || !part) parts.push([generateText(random, 20), generateJson(random)]);
    else if (kind === 1) parts.push(part);
    else parts[at] = [part[0], mutateJson(random, part[1])];
  }
  const isRaw = changes > 0 && random.oneIn(10);
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return parts.map(([name, value]) => `${encodePart(name, isRaw)}=${encodePart(toText(value), isRaw)}`).join('&');
}

function createBody(inputs: Inputs, { operation, body }: Route, changes: number, headers: Record<string, string>) {
  const { random } = inputs;
  const [type = 'application/json', content] = Object.entries(operation?.requestBody?.content ?? {})[0] ?? [];
  let value = body !== undefined && random.oneIn(4) ? body : generateInput(inputs, content?.schema);
  for (let change = 0; change < changes; change += 1) value = mutateJson(random, value);
  let text = JSON.stringify(value) ?? '';
  if (changes > 0 && random.oneIn(12)) text = text.slice(0, random.below(text.length + 1));
  if (changes > 0 && random.oneIn(20)) text = generateText(random) + text;
  const isOther = changes > 0 && random.oneIn(12);
  return { headers: { ...headers, 'Content-Type': isOther ? random.pick(TYPES) : type }, body: text };
}
