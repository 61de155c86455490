import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** Goes on at a position of the text; false where the rest of the expression doesn't match from there. */
type Next = (at: number) => boolean;
type Run = { text: string; steps: number; max: number; groups: Map<AST.CapturingGroup, [number, number]> };
type Matcher = (run: Run, at: number, next: Next) => boolean;

class TooManySteps extends Error {}

/**
 * Counts what a backtracking engine, as V8 has one, does to find all matches of an expression in a text: one step for each character
 * that is compared. A count is the same on every machine, so growth can be told from it without a clock; and an expression that would
 * take hours is given up after `max` steps, with infinity as the count.
 */
export function createStepCounter(literal: RegExp): (text: string, max: number) => number {
  const { pattern } = parseRegExpLiteral(literal);
  const match = compileAlternatives(pattern.alternatives, literal.flags, 1);
  return (text, max) => {
    const run: Run = { text, steps: 0, max, groups: new Map() };
    try {
      for (let from = 0; from <= text.length;) {
        let end = -1;
        const isFound = match(run, from, (at) => {
          end = at;
          return true;
        });
        step(run);
        if (isFound && !literal.global) break;
        from = isFound && end > from ? end : from + 1;
        if (literal.sticky) break;
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return Number.POSITIVE_INFINITY;
    }
    return run.steps;
  };
}

function step(run: Run): void {
  run.steps += 1;
  if (run.steps > run.max) throw new TooManySteps();
}

function compileAlternatives(alternatives: readonly AST.Alternative[], flags: string, direction: 1 | -1): Matcher {
  const matchers = alternatives.map(({ elements }) => {
    const parts = elements.map((element) => compile(element, flags, direction));
    return compileSequence(direction === 1 ? parts : parts.reverse());
  });
  return (run, at, next) => matchers.some((match) => match(run, at, next));
}

const compileSequence = (parts: readonly Matcher[]): Matcher =>
  parts.reduceRight<Matcher>(
    (rest, part) => (run, at, next) => part(run, at, (after) => rest(run, after, next)),
    (_run, at, next) => next(at),
  );

function compile(element: AST.Element, flags: string, direction: 1 | -1): Matcher {
  switch (element.type) {
    case 'Group':
      return compileAlternatives(element.alternatives, flags, direction);
    case 'CapturingGroup': {
      const inner = compileAlternatives(element.alternatives, flags, direction);
      return (run, at, next) => {
        const before = run.groups.get(element);
        const isMatch = inner(run, at, (after) => {
          const earlier = run.groups.get(element);
          run.groups.set(element, [Math.min(at, after), Math.max(at, after)]);
          if (next(after)) return true;
          if (earlier) run.groups.set(element, earlier);
          return false;
        });
        if (!isMatch && before) run.groups.set(element, before);
        return isMatch;
      };
    }
    case 'Quantifier':
      return compileQuantifier(element, flags, direction);
    case 'Assertion':
      return compileAssertion(element, flags);
    case 'Backreference':
      return (run, at, next) => {
        const group = Array.isArray(element.resolved) ? element.resolved[0] : element.resolved;
        const [start, end] = (group && run.groups.get(group)) ?? [0, 0];
        step(run);
        const isSame = run.text.startsWith(run.text.slice(start, end), at);
        return isSame && next(at + end - start);
      };
    default: {
      const isMember = createMembership(element.raw, flags);
      return (run, at, next) => {
        step(run);
        const char = run.text[direction === 1 ? at : at - 1];
        return char !== undefined && isMember(char) && next(at + direction);
      };
    }
  }
}

function compileQuantifier(element: AST.Quantifier, flags: string, direction: 1 | -1): Matcher {
  const { min, max, greedy } = element;
  const inner = compile(element.element, flags, direction);
  const repeat = (run: Run, at: number, count: number, next: Next): boolean => {
    const more = () =>
      count < max && inner(run, at, (after) => (after !== at || count < min) && repeat(run, after, count + 1, next));
    if (count < min) return more();
    return greedy ? more() || next(at) : next(at) || more();
  };
  return (run, at, next) => repeat(run, at, 0, next);
}

function compileAssertion(element: AST.Assertion, flags: string): Matcher {
  if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
    const inner = compileAlternatives(element.alternatives, flags, element.kind === 'lookahead' ? 1 : -1);
    return (run, at, next) => inner(run, at, () => true) !== element.negate && next(at);
  }
  const { raw } = element;
  const assertion = new RegExp(raw, `${flags.replace(/[gy]/g, '')}y`);
  return (run, at, next) => {
    step(run);
    assertion.lastIndex = at;
    return assertion.test(run.text) && next(at);
  };
}

/** Whether a character is one of a class, as the engine itself says. */
export function createMembership(raw: string, flags: string): (char: string) => boolean {
  const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''));
  const known = new Map<string, boolean>();
  return (char) => {
    const found = known.get(char) ?? expression.test(char);
    known.set(char, found);
    return found;
  };
}
