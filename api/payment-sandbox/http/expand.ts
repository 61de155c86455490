import type { Kind } from '../objects/kinds.ts';
import { findKind } from '../state/ids.ts';
import type { Transaction } from '../state/transaction.ts';
import { refuse } from './errors.ts';
import type { ExpandOnly } from './route.ts';

const LEVELS_MAX = 4;

type Expansion = { tx: Transaction; expandOnly: ExpandOnly; path: string };

/** A copy of the answer with the named ids replaced by their objects. `paths`: `customer`, `data.latest_invoice.payments`. */
export function expand(tx: Transaction, answer: object, paths: readonly string[], expandOnly: ExpandOnly): object {
  return paths.reduce((object: object, path) => {
    const names = path.split('.');
    if (names.filter((name) => name !== 'data').length > LEVELS_MAX) {
      throw refuse(`You cannot expand more than ${LEVELS_MAX} levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    return expandPath({ tx, expandOnly, path }, object, names);
  }, answer);
}

function expandPath(expansion: Expansion, object: object, [name = '', ...rest]: readonly string[]): object {
  const value = readField(expansion, object as Record<string, unknown>, name);
  const expandPart = (part: unknown): unknown => {
    const target = typeof part === 'string' ? findObject(expansion, part) : part;
    return rest.length > 0 && typeof target === 'object' && target !== null
      ? expandPath(expansion, target, rest)
      : target;
  };
  return { ...object, [name]: Array.isArray(value) ? value.map(expandPart) : expandPart(value) };
}

function readField({ tx, expandOnly, path }: Expansion, object: Record<string, unknown>, name: string): unknown {
  const compute = expandOnly[object.object as Kind]?.[name] as
    ((tx: Transaction, object: object) => unknown) | undefined;
  if (compute && typeof object[name] !== 'object') return compute(tx, object);
  if (!(name in object)) throw cannotExpand(path);
  return object[name];
}

function findObject({ tx, path }: Expansion, id: string): object {
  const object = (tx.find(findKind(id) as Kind, id) ?? tx.find('sandbox.deleted_customer', id)) as object | undefined;
  if (!object) throw cannotExpand(path);
  return object;
}

const cannotExpand = (path: string) => refuse(`This property cannot be expanded (${path}).`, { param: 'expand' });
