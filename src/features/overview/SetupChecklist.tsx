import { type ReactNode, useState } from 'react';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { hideSetup, isSetupHidden } from './setup-visibility.ts';

/** `isCompanyRenamed`: the details in `src/config/site.ts` are no longer those of the example company. */
export type Company = { companyName: string; isCompanyRenamed: boolean };
type Props = { user: UserJson; company: Company; setup: OverviewJson['setup'] };
type Step = { name: string; isDone: boolean; note: ReactNode; action?: { label: string; href: string } };

/** Setup steps of a new site, ticked from the server's state. Removed when all are done or when hidden. */
export function SetupChecklist({ user, company, setup }: Props) {
  const [isHidden, setHidden] = useState(isSetupHidden);
  const steps = listSteps(user, company, setup);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || doneCount === steps.length) return null;
  const progress = `${doneCount} of ${steps.length} done`;
  return (
    <section aria-labelledby="setup">
      <div className="setup-head">
        <div>
          <h2 id="setup">Six steps to a live site</h2>
          <p className="muted">{progress}</p>
        </div>
        <span className="setup-meter" aria-hidden="true">
          {steps.map(({ name }, at) => (
            <i key={name} className={at < doneCount ? 'is-on' : undefined} />
          ))}
        </span>
      </div>
      <ol>
        {steps.map((step) => (
          <SetupStep key={step.name} {...step} />
        ))}
      </ol>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          hideSetup();
          setHidden(true);
        }}
      >
        Hide this list
      </button>
    </section>
  );
}

function SetupStep({ name, isDone, note, action }: Step) {
  return (
    <li className={isDone ? 'setup-step is-done' : 'setup-step'}>
      <span className="setup-tick">{isDone && <Icon name="check" size={14} />}</span>
      <div>
        <p className="row-title">
          {name}
          {isDone && <span className="visually-hidden">, done</span>}
        </p>
        <p className="row-note">{note}</p>
      </div>
      {action && !isDone && (
        <a className="button button-secondary button-small" href={action.href}>
          {action.label}
        </a>
      )}
    </li>
  );
}

const PAYMENT_NOTES: Record<OverviewJson['setup']['payments'], ReactNode> = {
  stripe: 'Payments go through your Stripe account.',
  sandbox: (
    <>
      The payment sandbox is on, and no real money moves. Set <code>STRIPE_SECRET_KEY</code> to take payments.
    </>
  ),
  none: (
    <>
      Nothing can be bought yet. Set <code>STRIPE_SECRET_KEY</code> to take payments.
    </>
  ),
};

function listSteps(user: UserJson, { companyName, isCompanyRenamed }: Company, setup: OverviewJson['setup']): Step[] {
  const hasName = Boolean(user.first_name && user.last_name);
  return [
    {
      name: 'Admin',
      isDone: hasName,
      note: hasName
        ? `${user.email} signs in with a code.`
        : 'Add your name. Readers see it as the author of your posts.',
      action: { label: 'Add name', href: paths.profile },
    },
    {
      name: 'Name and marks',
      isDone: isCompanyRenamed,
      note: isCompanyRenamed ? (
        companyName
      ) : (
        <>
          The site has the details of an example company. Change <code>src/config/site.ts</code>, then restart.
        </>
      ),
    },
    {
      name: 'Email',
      isDone: setup.is_mail_set,
      note: setup.is_mail_set ? (
        'Emails are sent through your mail server.'
      ) : (
        <>
          Sign-in codes go to the terminal for now. Set <code>SMTP_URL</code> to send emails.
        </>
      ),
    },
    {
      name: 'Payments',
      isDone: setup.payments === 'stripe',
      note: PAYMENT_NOTES[setup.payments],
    },
    {
      name: 'First post',
      isDone: setup.has_post,
      note: setup.has_post ? 'Your blog has a post.' : 'Write one. No one sees it until you publish.',
      action: { label: 'Write', href: paths.addBlog },
    },
    {
      name: 'Domain',
      isDone: setup.is_domain_set,
      note: setup.is_domain_set ? (
        `The site is at ${setup.site_url}.`
      ) : (
        <>
          The site is at {setup.site_url}, on this machine only. Set <code>SITE_URL</code> to its address.
        </>
      ),
    },
  ];
}
