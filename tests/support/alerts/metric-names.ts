/** Words of PromQL that look like the name of a metric. */
const KEYWORDS = new Set([
  'and',
  'or',
  'unless',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'by',
  'without',
  'bool',
]);

/** The metrics that an expression of PromQL reads: each name that is no keyword, no function, no label and no unit of time. */
export function listMetricNames(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/(?<![\w.])[a-z_:][\w:]*(?!\w)(?!\s*\()/gi)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}

/** The names of series in an answer of `/metrics`, also of counters and histograms that nothing was counted in yet. */
export function listExposedNames(answer: string): Set<string> {
  const types = [...answer.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  return new Set(
    types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
