import type { Deps } from '#api/deps.ts';
import type { Workers } from '#api/workers.ts';

/** Those that the API may call; nobody calls the one that warns. */
export type WorkerName = Exclude<keyof Workers, 'alertWatch'>;

/** The workers as the API knows them. */
export type WorkerPorts = Pick<Deps, WorkerName>;

/** The call that asks the leader for a backup now. */
export const BACK_UP = 'back-up';

type Options = {
  /** Workers of this server that are never started: they answer what can be read. */
  passive: Workers;
  /** The running workers, while this server leads. */
  findActive: () => Workers | null;
  /** Calls the leader. */
  call: (name: string) => void;
};

/** The workers as the API of one of several servers knows them: their work is done by the leader. */
export function createSharedWorkers({ passive, findActive, call }: Options): WorkerPorts {
  const wake = (name: WorkerName) => () => {
    const active = findActive();
    if (active) active[name].wake();
    else call(name);
  };
  const { billingWorker, purges, stripeCheck, backups } = passive;
  // What Stripe refuses to a request of this server is a reason to check, too.
  stripeCheck.watchRefusals();
  return {
    outboxWorker: { wake: wake('outboxWorker') },
    billingWorker: { wake: wake('billingWorker'), reconcile: (request) => billingWorker.reconcile(request) },
    userDeletions: { wake: wake('userDeletions') },
    blacklistWorker: { wake: wake('blacklistWorker') },
    priceMoves: { wake: wake('priceMoves') },
    taxMoves: { wake: wake('taxMoves') },
    complimentaryPlans: { wake: wake('complimentaryPlans') },
    siteSchedules: { wake: wake('siteSchedules') },
    importWorker: { wake: wake('importWorker') },
    openshelfWebhooks: { wake: wake('openshelfWebhooks') },
    subscriptionWebhooks: { wake: wake('subscriptionWebhooks') },
    openshelfTexts: { wake: wake('openshelfTexts') },
    purges: { wake: wake('purges'), findFailure: () => purges.findFailure() },
    stripeCheck,
    backups: {
      findFailure: () => (findActive()?.backups ?? backups).findFailure(),
      readStatus: () => (findActive()?.backups ?? backups).readStatus(),
      backUp: async (kind) => {
        const active = findActive();
        if (active) return active.backups.backUp(kind);
        call(BACK_UP);
        return null;
      },
    },
  };
}
