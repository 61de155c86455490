import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';
import { createGrowingTexts } from '../../support/expressions/growing-texts.ts';
import { createStepCounter } from '../../support/expressions/step-counter.ts';

/** Files whose expressions read only pages that this program has rendered itself. */
const OWN_PAGES = [
  'api/features/pages/preview/preview.service.ts',
  'api/features/previews/page/page.service.ts',
  'api/features/purchase-rehearsal/purchase-rehearsal.service.ts',
  'api/publishing/render/module-preloads.ts',
  'api/site/static-export.ts',
];
const [SHORT, LONG] = [100, 200];
/** Steps for twice as much text: twice as many when growth is linear, four times as many when it is quadratic. */
const GROWTH_MAX = 2.8;
/** Less is nothing: growth shows only where there is some. */
const STEPS_MIN = 4_000;
/** More than any linear expression takes here. */
const STEPS_MAX = 40_000;

type Literal = { place: string; expression: RegExp };

function listExpressions(): Literal[] {
  return listFiles(['api'])
    .filter((file) => file.endsWith('.ts') && !OWN_PAGES.includes(file))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true);
      const found: Literal[] = [];
      const visit = (node: ts.Node): void => {
        if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
          const text = node.getText();
          const end = text.lastIndexOf('/');
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          const expression = new RegExp(text.slice(1, end), text.slice(end + 1));
          found.push({ place: `${file}:${line + 1} ${text}`, expression });
        }
        node.forEachChild(visit);
      };
      visit(source);
      return found;
    });
}

/** The text on which an expression takes more than twice the steps when it is twice as long. */
function findGrowth(expression: RegExp): string | null {
  // Nothing of it repeats without a limit.
  if (!/[*+]|,\}/.test(expression.source)) return null;
  const count = createStepCounter(expression);
  for (const create of createGrowingTexts(expression)) {
    const long = count(create(LONG), STEPS_MAX);
    if (long > STEPS_MIN && (long > STEPS_MAX || long > GROWTH_MAX * count(create(SHORT), STEPS_MAX))) return create(1);
  }
  return null;
}

describe('expressions that read foreign text', () => {
  it('No expression of the server takes more than twice the steps for twice the text (T52)', () => {
    const expressions = listExpressions();
    expect(expressions.length).toBeGreaterThan(250);
    const growing = expressions.flatMap(({ place, expression }) => {
      const text = findGrowth(expression);
      return text === null ? [] : [`${place} with ${JSON.stringify(text)}`];
    });
    expect(growing).toEqual([]);
  });

  it.each([/a+b/, /^\s*# +(.+?) *#*\s*\n/, /(a|a)*b/, /x[^y]*y/g, /\s+$/])('%s is known to grow', (expression) => {
    expect(findGrowth(expression)).not.toBeNull();
  });

  it.each([/(?<!a)a+b/, /^[a-z]+$/, /<[^<>]*>/g, /^\s+/])('%s is known to be linear', (expression) => {
    expect(findGrowth(expression)).toBeNull();
  });
});
