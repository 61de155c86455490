/** Checks the alert rules by promtool, and sees each of them fire: `npm run check:alerts`. */
import './closed-output.ts';
import { checkRules, testRules } from '../tests/support/alerts/promtool.ts';
import { ruleCases } from '../tests/support/alerts/rule-cases.ts';
import { ensurePromtool } from './testing/ensure-promtool.ts';

try {
  const promtool = ensurePromtool({ log: console.log });
  const fault = checkRules(promtool) ?? testRules(promtool, ruleCases);
  if (fault !== null) throw new Error(fault);
  console.log(`promtool reads the rules, and each alert fires by its own fault only (${ruleCases.length} cases).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
