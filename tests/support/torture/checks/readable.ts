import type { Stage } from '../actor.ts';
import { readJson } from '../balanced-client.ts';
import type { ProductServer } from '../product-server.ts';

type Operation = { parameters?: { in: string; name: string; schema?: { enum?: string[] } }[] };
type Document = { paths: Record<string, { get?: Operation }> };

/** Streams that stay open. */
const isStream = (path: string) => path.endsWith('/events');

/** Every list and figure of the API can be read, also searched, sorted and filtered. Call it while the servers run. */
export async function checkReadable({ client, findings }: Stage, server: ProductServer, token: string): Promise<void> {
  const reply = await client.readFrom(server, '/api/openapi.json');
  if (reply?.status !== 200) return findings.add(`the description of the API is answered with ${reply?.status}`);
  const { paths } = readJson<Document>(reply);
  let asked = 0;
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || path.includes('{') || isStream(path)) continue;
    for (const query of listQueries(get)) {
      const { status } = (await client.readFrom(server, `${path}${query}`, { token })) ?? { status: 0 };
      asked += 1;
      if (status === 0 || status >= 500) findings.add(`GET ${path}${query} is answered with ${status}`);
    }
  }
  findings.note(`${asked} requests read everything that the API lists`);
}

/** Without any, each choice of each parameter, and a word for what is searched. */
function listQueries({ parameters = [] }: Operation): string[] {
  const choices = parameters.flatMap(({ name, schema, ...parameter }) => {
    if (parameter.in !== 'query') return [];
    if (schema?.enum) return schema.enum.map((value) => `?${name}=${encodeURIComponent(value)}`);
    return ['search', 'q'].includes(name) ? [`?${name}=torture`, `?${name}=e`] : [];
  });
  return ['', ...choices];
}
