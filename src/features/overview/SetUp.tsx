import { type ReactNode, useState } from 'react';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';

const HIDDEN_KEY = 'setupHidden';

/** Whether this browser hides the checklist of a new site. */
function isSetupHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) !== null;
  } catch {
    return false; // storage is forbidden
  }
}

function hideSetup(): void {
  try {
    localStorage.setItem(HIDDEN_KEY, '1');
  } catch {
    // storage is forbidden: hidden until the page is loaded again
  }
}

/** `isCompanyRenamed`: the details of the company are no longer those of the example. */
export type Company = { isCompanyRenamed: boolean };
type Setup = NonNullable<OverviewJson['setup']>;
type Rehearsal = OverviewJson['purchase_rehearsal'];
type Props = { user: UserJson; company: Company; setup: Setup; rehearsal: Rehearsal };
type Step = { name: string; isDone: boolean; note: ReactNode; action?: { label: string; href: string } };

/**
 * Setup steps of a new site, ticked from the server's state: open while the site has no post, then one line. Removed when all
 * are done or when hidden.
 */
export function SetUp({ user, company, setup, rehearsal }: Props) {
  const [isHidden, setHidden] = useState(isSetupHidden);
  const steps = listSteps({ user, company, setup, rehearsal });
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  const next = open[0];
  if (isHidden || !next) return null;
  return (
    <section aria-label="Set-up">
      <details className="fold set-up" open={!setup.has_post}>
        <summary>
          <span className="set-up-name">Set-up</span>
          <span className="setup-meter" aria-hidden="true">
            {steps.map(({ name }, at) => (
              <i key={name} className={at < done.length ? 'is-on' : undefined} />
            ))}
          </span>
          <span className="row-note">
            {done.length} of {steps.length} done. Next: {next.name}
          </span>
        </summary>
        <ul>
          {open.map((step) => (
            <OpenStep key={step.name} {...step} />
          ))}
          {done.length > 0 && (
            <li className="setup-step">
              <span className="setup-tick is-done">
                <Icon name="check" size={14} />
              </span>
              <p className="row-note">Done: {done.map(({ name }) => name).join(', ')}</p>
            </li>
          )}
        </ul>
        <p className="row-note">Email, payments and the domain are set on the server. The README says how.</p>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            hideSetup();
            setHidden(true);
          }}
        >
          Hide set-up
        </button>
      </details>
    </section>
  );
}

const OpenStep = ({ name, note, action }: Step) => (
  <li className="setup-step">
    <span className="setup-tick" />
    <div>
      <p className="row-title">{name}</p>
      <p className="row-note">{note}</p>
    </div>
    {action && (
      <a className="button button-secondary button-small" href={action.href}>
        {action.label}
      </a>
    )}
  </li>
);

const PAYMENT_NOTES: Record<Setup['payments'], string> = {
  stripe: 'Payments go through your Stripe account.',
  sandbox: 'The payment sandbox is on. No real money moves until a Stripe account is connected.',
  none: 'Nothing can be bought until a Stripe account is connected.',
};

function listSteps({ user, company: { isCompanyRenamed }, setup, rehearsal }: Props): Step[] {
  const hasName = Boolean(user.first_name && user.last_name);
  return [
    {
      name: 'Your name',
      isDone: hasName,
      note: 'Readers see it as the author of your posts.',
      action: { label: 'Add name', href: paths.profile },
    },
    {
      name: 'Company name and logo',
      isDone: isCompanyRenamed,
      note: 'The site still has a name, a logo or an address of the example company. Its addresses end with ‘.example’.',
    },
    {
      name: 'Email',
      isDone: setup.is_mail_set,
      note: 'Sign-in codes go to the server’s terminal until a mail server is connected.',
    },
    { name: 'Payments', isDone: setup.payments === 'stripe', note: PAYMENT_NOTES[setup.payments] },
    ...(rehearsal === null
      ? []
      : [
          {
            name: 'Purchase rehearsal',
            isDone: rehearsal.state === 'passed',
            note: 'Buys each plan in the payment sandbox, as a visitor would, and says what fails.',
            action: { label: 'Rehearse', href: paths.purchaseRehearsal },
          },
        ]),
    {
      name: 'First post',
      isDone: setup.has_post,
      note: 'No one sees it until you publish.',
      action: { label: 'Write', href: paths.addBlog },
    },
    {
      name: 'Domain',
      isDone: setup.is_domain_set,
      note: `The site is at ${setup.site_url}, on this computer only.`,
    },
  ];
}
