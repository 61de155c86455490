import { getRoom, type Import } from './imports.ts';

type Edge = { from: string; to: string };

/** One cycle for each edge that leads back into the path of a depth-first search, its first node repeated at the end. */
export function findCycles(edges: readonly Edge[]): string[][] {
  const edgesByNode = Map.groupBy(edges, ({ from }) => from);
  const visited = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start !== -1) cycles.push([...path.slice(start), node]);
    if (start !== -1 || visited.has(node)) return;
    for (const { to } of edgesByNode.get(node) ?? []) visit(to, [...path, node]);
    visited.add(node);
  };
  for (const node of edgesByNode.keys()) visit(node, []);
  return cycles;
}

/** Cycles of files, as `a.ts -> b.ts -> a.ts`. */
export const findFileCycles = (imports: readonly Import[]): string[] =>
  findCycles(imports.map(({ file, target }) => ({ from: file, to: target }))).map((cycle) => cycle.join(' -> '));

/** Cycles of rooms, each step with one import that makes it: `api/a -> api/b (api/a/x.ts -> #api/b/y.ts), ...`. */
export function findRoomCycles(imports: readonly Import[]): string[] {
  const steps = new Map<string, Import>();
  for (const each of imports) {
    const step = `${getRoom(each.file)} -> ${getRoom(each.target)}`;
    if (getRoom(each.file) !== getRoom(each.target) && !steps.has(step)) steps.set(step, each);
  }
  const edges = [...steps.values()].map(({ file, target }) => ({ from: getRoom(file), to: getRoom(target) }));
  return findCycles(edges).map((cycle) =>
    cycle
      .slice(1)
      .map((room, index) => {
        const step = `${cycle[index]} -> ${room}`;
        return `${step} (${steps.get(step)?.file} -> ${steps.get(step)?.from})`;
      })
      .join(', '),
  );
}
