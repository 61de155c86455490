import type { Random } from '../random/seeded-random.ts';
import type { BalancedClient, Reply } from './balanced-client.ts';
import { isAcknowledged, isUnknown } from './balanced-client.ts';
import type { FaultLog } from './fault-log.ts';
import type { Findings } from './findings.ts';
import type { Ledger } from './ledger.ts';

/** What every actor gets. */
export type Stage = {
  client: BalancedClient;
  ledger: Ledger;
  findings: Findings;
  faults: FaultLog;
  random: Random;
  isOn(): boolean;
};

/** Counts a write by its outcome. */
export function countWrite({ ledger: { counts } }: Stage, reply: Reply | null): void {
  counts.writes += 1;
  if (isUnknown(reply)) counts.unknown += 1;
  else if (!isAcknowledged(reply)) counts.refused += 1;
}

/** An address of a network that no other client of the run has. */
export const createAddress = (random: Random) =>
  `10.${random.below(250)}.${random.below(250)}.${1 + random.below(250)}`;
