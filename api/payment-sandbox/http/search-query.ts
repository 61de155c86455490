import { refuse } from './errors.ts';

export type Clause = {
  field: string;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  /** null: `metadata["k"]:null`, the field is not there. */
  value: string | number | null;
  isNegated: boolean;
};
export type Query = { clauses: Clause[]; joins: 'AND' | 'OR' };

const CLAUSE =
  /^\s*(-)?([a-z_]+(?:\["(?:[^"\\]|\\.)*"\]|\['(?:[^'\\]|\\.)*'\])?)\s*(:|~|>=|<=|>|<)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|null|-?\d+)/;
const JOIN = /^\s+(AND|OR)\s+|^\s+(?=\S)/i;

/** Reads Stripe's query language: clauses such as `metadata["k"]:"v"`, joined by AND (or a space) or by OR, never both. */
export function parseQuery(text: string): Query {
  const clauses: Clause[] = [];
  const joins = new Set<'AND' | 'OR'>();
  let rest = text;
  while (rest.trim() !== '') {
    if (clauses.length > 0) {
      const join = JOIN.exec(rest);
      if (!join) throw cannotParse(text);
      joins.add(join[1]?.toUpperCase() === 'OR' ? 'OR' : 'AND');
      rest = rest.slice(join[0].length);
    }
    const match = CLAUSE.exec(rest);
    if (!match) throw cannotParse(text);
    clauses.push(readClause(match));
    rest = rest.slice(match[0].length);
  }
  if (clauses.length === 0) throw cannotParse(text);
  if (joins.size > 1) {
    throw refuse('Search queries cannot mix AND and OR. Use only one of them.', { param: 'query' });
  }
  return { clauses, joins: joins.has('OR') ? 'OR' : 'AND' };
}

function readClause([, minus, name = '', operator = ':', value = '']: RegExpExecArray): Clause {
  const key = /^metadata\[(.*)\]$/.exec(name)?.[1];
  return {
    field: key === undefined ? name : `metadata.${unquote(key)}`,
    operator: operator as Clause['operator'],
    value: readValue(value),
    isNegated: minus !== undefined,
  };
}

const readValue = (text: string): string | number | null => {
  if (text === 'null') return null;
  return /^["']/.test(text) ? unquote(text) : Number(text);
};

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/g, '$1');

const cannotParse = (text: string) =>
  refuse(
    `We were unable to parse your search query: ${text}. See https://stripe.com/docs/search#query-structure for the syntax.`,
    {
      param: 'query',
    },
  );
